// Opens a site for one student for a while: go run ./examples/helpdesk-unblock STUDENT SITE MINUTES TICKET
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strconv"

	schoolgate "github.com/schoolgate/schoolgate/sdk/go"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 5 {
		log.Fatal("usage: helpdesk-unblock STUDENT SITE MINUTES TICKET")
	}
	student, site, ticket := os.Args[1], os.Args[2], os.Args[4]
	minutes, err := strconv.Atoi(os.Args[3])
	if err != nil {
		log.Fatalf("%s is no number of minutes", os.Args[3])
	}
	client, err := schoolgate.New()
	if err != nil {
		log.Fatal(err)
	}
	override, err := client.Overrides.Create(context.Background(), schoolgate.OverrideInput{
		Scope:      schoolgate.OverrideInputScopeStudent{ID: student},
		Site:       site,
		TTLMinutes: minutes,
		Reason:     schoolgate.Set("Ticket " + ticket),
	}, schoolgate.IdempotencyKey("helpdesk-"+ticket)) // The same ticket twice makes one override.
	var refused *schoolgate.APIError
	if errors.As(err, &refused) && refused.Code == "locked_by_policy" {
		log.Fatalf("%s is blocked by a rule that nobody may override. Ask whoever makes the policies.", site)
	}
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s is open until %s UTC\n", override.ID, override.ExpiresAt.UTC().Format("2006-01-02 15:04"))
}
