// Brings a roster into Schoolgate: go run ./examples/roster-sync FILE.csv
//
// The file has the columns externalId, email, name, grade and ou. People who are there are changed.
// SCHOOLGATE_BASE_URL and SCHOOLGATE_API_KEY say where and as whom.
package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"

	schoolgate "github.com/schoolgate/schoolgate/sdk/go"
)

const rowsARequest = 500

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: roster-sync FILE.csv")
	}
	people, err := readRoster(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	client, err := schoolgate.New()
	if err != nil {
		log.Fatal(err)
	}
	counts, line := map[string]int{}, 1 // Line 1 of the file has the names of the columns.
	for chunk := range slices.Chunk(people, rowsARequest) {
		answer, err := client.Users.Batch(context.Background(), schoolgate.UserBatchInput{Users: chunk, Upsert: schoolgate.Set(true)})
		if err != nil {
			log.Fatal(err)
		}
		for _, row := range answer.Results {
			if row.Problem != nil {
				counts["refused"]++
				log.Printf("line %d: %s", line+row.Index+1, row.Problem.Detail)
			} else {
				counts[string(row.Outcome)]++
			}
		}
		line += len(chunk)
	}
	fmt.Printf("created %d, changed %d, unchanged %d, refused %d\n", counts["created"], counts["changed"], counts["unchanged"], counts["refused"])
}

// readRoster leaves an empty field away: what Schoolgate knows stays.
func readRoster(file string) ([]schoolgate.UserInput, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(text), "\ufeff"))).ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, fmt.Errorf("%s is no roster: %w", file, err)
	}
	var people []schoolgate.UserInput
	for _, row := range rows[1:] {
		person := schoolgate.UserInput{Role: schoolgate.UserRoleStudent}
		for column, value := range row {
			switch name := rows[0][column]; {
			case value == "":
			case name == "externalId":
				person.ExternalID = schoolgate.Set(value)
			case name == "email":
				person.Email = value
			case name == "name":
				person.Name = value
			case name == "grade":
				person.Grade = schoolgate.Set(value)
			case name == "ou":
				person.OU = schoolgate.Set(value)
			}
		}
		people = append(people, person)
	}
	return people, nil
}
