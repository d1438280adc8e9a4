// Prints what a week was like: go run ./examples/weekly-report [WEEK], a week such as 2026-W47
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	schoolgate "github.com/schoolgate/schoolgate/sdk/go"
)

func main() {
	log.SetFlags(0)
	client, err := schoolgate.New()
	if err != nil {
		log.Fatal(err)
	}
	var params schoolgate.ReportsWeeklyParams
	if len(os.Args) > 1 {
		params.Week = os.Args[1]
	}
	report, err := client.Reports.Weekly(context.Background(), params)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("Week %s: %d requests, %d blocked\n", report.Week, report.Totals.Requests, report.Totals.Blocked)
	for _, domain := range report.TopBlockedDomains[:min(5, len(report.TopBlockedDomains))] {
		fmt.Printf("  %8d  %s\n", domain.Count, domain.Domain)
	}
	by := report.Alerts.BySeverity
	fmt.Printf("Alerts: critical %d, high %d, medium %d, low %d, info %d\n", by.Critical, by.High, by.Medium, by.Low, by.Info)
}
