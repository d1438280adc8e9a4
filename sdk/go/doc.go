// Package schoolgate is the client of Schoolgate's REST API: web filtering and device management for schools.
//
//	client, err := schoolgate.New(schoolgate.WithBaseURL("https://school.example:8080"))
//	if err != nil {
//		return err
//	}
//	command, err := client.Devices.Lock(ctx, id, schoolgate.LockParams{Message: "See the office"}, schoolgate.Wait(10*time.Second))
//
// A call is tried again where that can do no harm, and ends by its [WithTimeout] or by its context, whichever comes first. A refusal of the server is
// an [*APIError]; [errors.Is] with [ErrNotFound] and its neighbours tells which.
//
// In what is sent, a member with its zero value is left out. Where the zero value means something, or null does, the member is an [Optional].
package schoolgate
