// Switches a policy on or off, for cron: go run ./examples/policy-schedule NAME on|off
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"

	schoolgate "github.com/schoolgate/schoolgate/sdk/go"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 || os.Args[2] != "on" && os.Args[2] != "off" {
		log.Fatal("usage: policy-schedule NAME on|off")
	}
	name, state := os.Args[1], os.Args[2]
	client, err := schoolgate.New()
	if err != nil {
		log.Fatal(err)
	}
	switch hasChanged, err := turn(context.Background(), client, name, state == "on"); {
	case errors.Is(err, schoolgate.ErrPreconditionFailed):
		log.Fatalf("somebody is changing %s just now: nothing was done", name)
	case err != nil:
		log.Fatal(err)
	case hasChanged:
		fmt.Printf("%s is %s\n", name, state)
	default:
		fmt.Printf("%s was %s already\n", name, state)
	}
}

func turn(ctx context.Context, client *schoolgate.Client, name string, enabled bool) (bool, error) {
	page, err := client.Policies.List(ctx, schoolgate.PoliciesListParams{Q: name})
	if err != nil {
		return false, err
	}
	for found, err := range page.All(ctx) {
		if err != nil {
			return false, err
		}
		if found.Name != name {
			continue
		}
		// Read alone, it comes with the ETag that IfMatch needs.
		var etag string
		policy, err := client.Policies.Get(ctx, found.ID, schoolgate.ETag(&etag))
		if err != nil || policy.Enabled == enabled {
			return false, err
		}
		_, err = client.Policies.Update(ctx, policy.ID, schoolgate.PolicyPatch{Enabled: schoolgate.Set(enabled)}, schoolgate.IfMatch(etag))
		return err == nil, err
	}
	return false, fmt.Errorf("there is no policy %s", name)
}
