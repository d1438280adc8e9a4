// Goes once through what integrators do, against a real server with a real laptop.
//
// Prints one line of JSON. SCHOOLGATE_BASE_URL, SCHOOLGATE_API_KEY and SCHOOLGATE_SMOKE_DEVICE say where.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"time"

	schoolgate "github.com/schoolgate/schoolgate/sdk/go"
)

const mostLogs = 200

type told struct {
	Devices  int                      `json:"devices"`
	Lock     schoolgate.CommandStatus `json:"lock"`
	Unlock   schoolgate.CommandStatus `json:"unlock"`
	Override string                   `json:"override"`
	Logs     int                      `json:"logs"`
	Event    string                   `json:"event"`
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	t, err := smoke(ctx, os.Getenv("SCHOOLGATE_SMOKE_DEVICE"))
	if err != nil {
		log.Fatal(err)
	}
	json.NewEncoder(os.Stdout).Encode(t)
}

func smoke(ctx context.Context, device string) (t told, err error) {
	client, err := schoolgate.New(schoolgate.WithUserAgent("smoke/1"))
	if err != nil {
		return t, err
	}
	if t.Devices, err = countDevices(ctx, client, device); err != nil {
		return t, err
	}
	lock, err := client.Devices.Lock(ctx, device, schoolgate.LockParams{Message: "See the office"}, schoolgate.Wait(20*time.Second))
	if err != nil {
		return t, err
	}
	unlock, err := client.Devices.Command(ctx, device, schoolgate.CommandRequestUnlock{}, schoolgate.Wait(20*time.Second))
	if err != nil {
		return t, err
	}
	override, err := client.Overrides.Create(ctx, schoolgate.OverrideInput{
		Scope:      schoolgate.OverrideInputScopeDevice{ID: device},
		Site:       "wiki.example",
		TTLMinutes: 5,
	})
	if err != nil {
		return t, err
	}
	t.Override = override.ID
	if err := client.Overrides.Delete(ctx, override.ID); err != nil {
		return t, err
	}
	if t.Logs, err = countLogs(ctx, client); err != nil {
		return t, err
	}
	if t.Lock, err = end(ctx, client, lock.ID); err != nil {
		return t, err
	}
	if t.Unlock, err = end(ctx, client, unlock.ID); err != nil {
		return t, err
	}
	t.Event, err = receive(ctx, client)
	return t, err
}

func countDevices(ctx context.Context, client *schoolgate.Client, wanted string) (int, error) {
	page, err := client.Devices.List(ctx, schoolgate.DevicesListParams{Limit: 5})
	if err != nil {
		return 0, err
	}
	var ids []string
	for device, err := range page.All(ctx) {
		if err != nil {
			return 0, err
		}
		ids = append(ids, device.ID)
	}
	if !slices.Contains(ids, wanted) {
		return 0, fmt.Errorf("%s is not among the devices", wanted)
	}
	return len(ids), nil
}

func countLogs(ctx context.Context, client *schoolgate.Client) (int, error) {
	page, err := client.Logs.List(ctx, schoolgate.LogsListParams{Limit: 2})
	if err != nil {
		return 0, err
	}
	count := 0
	for _, err := range page.All(ctx) {
		if err != nil {
			return 0, err
		}
		if count++; count == mostLogs {
			break
		}
	}
	return count, nil
}

func end(ctx context.Context, client *schoolgate.Client, id string) (schoolgate.CommandStatus, error) {
	command, err := client.Commands.WaitFor(ctx, id, schoolgate.CommandsWaitForParams{})
	if err != nil {
		return "", err
	}
	return command.Status, nil
}

type delivery struct {
	body   []byte
	header http.Header
}

// receive registers a webhook, has the server send an event, and gives its type once it is verified.
func receive(ctx context.Context, client *schoolgate.Client) (string, error) {
	deliveries := make(chan delivery, 1)
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		deliveries <- delivery{body, r.Header}
		w.WriteHeader(http.StatusNoContent)
	}))
	defer receiver.Close()
	webhook, err := client.Webhooks.Create(ctx, schoolgate.WebhookInput{URL: receiver.URL + "/"})
	if err != nil {
		return "", err
	}
	defer client.Webhooks.Delete(ctx, webhook.ID)
	if _, err := client.Webhooks.Test(ctx, webhook.ID, schoolgate.WebhookTestInput{}); err != nil {
		return "", err
	}
	select {
	case one := <-deliveries:
		event, err := schoolgate.VerifyWebhook(one.body, one.header, *webhook.Secret)
		if err != nil {
			return "", err
		}
		return event.Type, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
