package schoolgate

import (
	"encoding/json"
	"reflect"
)

// Optional is a member that may be left out (its zero value), null, or set.
// In a change, null takes a value away, and a member that is left out stays as it is (RFC 7396).
type Optional[T any] struct {
	value T
	state optionalState
}

type optionalState byte

const (
	isAbsent optionalState = iota
	isNull
	isSet
)

// Set returns an Optional that is set, also to false, 0 or "".
func Set[T any](value T) Optional[T] {
	return Optional[T]{value: value, state: isSet}
}

// Null returns an Optional that is null.
func Null[T any]() Optional[T] {
	return Optional[T]{state: isNull}
}

// Get returns the value, and whether there is one.
func (o Optional[T]) Get() (T, bool) {
	return o.value, o.state == isSet
}

// IsZero reports whether the member is left out.
func (o Optional[T]) IsZero() bool {
	return o.state == isAbsent
}

// MarshalJSON writes the value, or null. A nil list is an empty list, for who says Set means a list.
func (o Optional[T]) MarshalJSON() ([]byte, error) {
	if o.state != isSet {
		return []byte("null"), nil
	}
	if given := reflect.ValueOf(o.value); given.Kind() == reflect.Slice && given.IsNil() {
		return []byte("[]"), nil
	}
	return json.Marshal(o.value)
}

// queryValue is for the query, which has no null.
func (o Optional[T]) queryValue() (any, bool) {
	return o.Get()
}
