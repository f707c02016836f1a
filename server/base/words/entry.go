package words

// Entry is a value with its name, such as the picture quality of a plan.
type Entry struct {
	Name  Text `json:"name"`
	Value Text `json:"value"`
}
