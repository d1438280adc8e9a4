module github.com/schoolgate/schoolgate/sdk/go

go 1.24
