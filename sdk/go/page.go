package schoolgate

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"
)

// Page is one page of a list.
type Page[T any] struct {
	Data []T `json:"data"`
	// Total counts all items that match, over all pages.
	Total int `json:"total"`
	// TotalIsEstimate tells that Total need not be exact: it is beyond 10,000.
	TotalIsEstimate bool `json:"totalIsEstimate"`
	// Number is that of this page, from 1.
	Number int `json:"page"`
	// Limit is how many items a page has at the most.
	Limit   int  `json:"limit"`
	HasMore bool `json:"hasMore"`
	// NextCursor leads to the next page; empty at the end.
	NextCursor string `json:"nextCursor"`

	fetch fetchPage[T]
}

type fetchPage[T any] func(ctx context.Context, cursor string) (*Page[T], error)

// list carries out an operation that answers with a page.
func list[T any](ctx context.Context, c *connection, op operation, in input, options []CallOption) (*Page[T], error) {
	var fetch fetchPage[T]
	fetch = func(ctx context.Context, cursor string) (*Page[T], error) {
		asked := in
		asked.cursor = cursor
		answer, err := c.send(ctx, op, asked, options)
		if err != nil {
			return nil, err
		}
		page, err := readPage[T](answer)
		if err != nil {
			return nil, err
		}
		page.fetch = fetch
		return page, nil
	}
	return fetch(ctx, "")
}

func readPage[T any](answer *answer) (*Page[T], error) {
	envelope, err := read[struct {
		Data json.RawMessage `json:"data"`
	}](answer)
	if err != nil {
		return nil, err
	}
	if len(envelope.Data) == 0 || envelope.Data[0] != '[' {
		return nil, &UnexpectedAnswerError{Status: answer.status, Reason: "the answer is no list"}
	}
	return read[Page[T]](answer)
}

// Next fetches the page behind this one; nil at the end.
func (p *Page[T]) Next(ctx context.Context) (*Page[T], error) {
	if p.NextCursor == "" {
		return nil, nil
	}
	next, err := p.fetch(ctx, p.NextCursor)
	if err != nil {
		return nil, err
	}
	if next.NextCursor == p.NextCursor {
		return nil, &UnexpectedAnswerError{Status: http.StatusOK, Reason: "the server leads from a page to itself"}
	}
	return next, nil
}

// Pages goes through this page and all behind it. It ends with the first error.
func (p *Page[T]) Pages(ctx context.Context) iter.Seq2[*Page[T], error] {
	return func(yield func(*Page[T], error) bool) {
		for page := p; page != nil; {
			if !yield(page, nil) {
				return
			}
			next, err := page.Next(ctx)
			if err != nil {
				yield(nil, err)
				return
			}
			page = next
		}
	}
}

// All goes through the items of this page and of all behind it. It ends with the first error.
func (p *Page[T]) All(ctx context.Context) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for page, err := range p.Pages(ctx) {
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, item := range page.Data {
				if !yield(item, nil) {
					return
				}
			}
		}
	}
}
