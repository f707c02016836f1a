package gateway

// Forms is a provider whose page the member's browser reaches by a form that it posts. What the
// member did there is told by a notice to NoticeURL; the browser's return proves nothing.
type Forms interface {
	// Form is what the browser posts. It sends no request. An error is a *Error: the provider would
	// refuse the form.
	Form(in FormRequest) (Form, error)
}

// FormRequest is what a member is asked for on the provider's page: to agree that we charge them
// (Amount 0), to buy what the provider then charges each month by itself (an Amount), or to end an
// agreement (Ends).
type FormRequest struct {
	OrderID          string // ≤38 characters, unique for each form
	Kind             MethodType
	CustomerCode     string // of the method, ≤64 characters
	ItemID, ItemName string
	Amount, Tax      int    // yen; tax is inside the amount
	Ends             string // reference of the agreement that is to be ended
	// Where the browser comes back to, and where the notice goes.
	ReturnURL, CancelURL, ErrorURL, NoticeURL string
}

// Form is posted by the browser to URL, in Charset, its parameters in their order.
type Form struct {
	URL, Charset string
	Params       []Param
}

// Param is a field of a form.
type Param struct{ Name, Value string }
