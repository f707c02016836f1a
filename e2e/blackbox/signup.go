package blackbox

// ConsentToPolicies is the first step of the sign-up.
func (m *Member) ConsentToPolicies() error {
	page, err := Want(m.Get("/signup/policy/screen-data"))
	if err != nil {
		return err
	}
	m.Consents = nil
	for _, p := range page.Body["policies"].([]any) {
		policy := p.(map[string]any)
		m.Consents = append(m.Consents, map[string]any{"policyId": policy["policyId"], "revision": policy["revision"], "key": policy["key"]})
	}
	_, err = Want(m.Post("/zapi/signup/policy", map[string]any{"policyConsentData": m.Consents}))
	return err
}

// ProveEmail takes the visitor to the sign-up form: consents, address, PIN code.
func (m *Member) ProveEmail() error {
	err := m.ConsentToPolicies()
	if err != nil {
		return err
	}
	if _, err := Want(m.Post("/zapi/signup/email", map[string]any{"type": "signUp", "email": m.Email, "policyConsentData": m.Consents})); err != nil {
		return err
	}
	if m.PIN, err = m.s.Outside.PIN(m.Email); err != nil {
		return err
	}
	if _, err = Want(m.Post("/zapi/signup/pin-code", map[string]any{"pinCode": m.PIN})); err != nil {
		return err
	}
	_, err = Want(m.Post("/zapi/signup/confirm", map[string]any{"inputtedData": map[string]any{
		"formData": m.Fields(), "customAssociatedInfoData": []any{}, "policyConsentData": m.Consents, "policies": []any{},
		"accountRegistrationSetting": map[string]any{},
	}}))
	return err
}

// Fields are the form's; Form is what its last step sends.
func (m *Member) Fields() map[string]any {
	return map[string]any{"password": Password, "passwordConfirm": Password, "nickname": m.Nickname, "email": m.Email}
}

func (m *Member) Form() map[string]any {
	form := m.Fields()
	form["customAssociatedInfo"], form["policyConsentData"] = []any{}, m.Consents
	return form
}

// SignUp makes the visitor a member who is signed in.
func (m *Member) SignUp() error {
	if err := m.ProveEmail(); err != nil {
		return err
	}
	_, err := Want(m.Post("/zapi/signup", m.Form()))
	return err
}

func (m *Member) LogIn() error {
	_, err := Want(m.Post("/login", map[string]any{"emailUserId": m.Email, "password": Password, "loginMethod": "Password"}))
	return err
}
