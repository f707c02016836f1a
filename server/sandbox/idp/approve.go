package idp

import (
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"net/url"
)

// approve makes the person's choice without the page, for tests that have no browser.
func (s *Service) approve(f *face, w http.ResponseWriter, r *http.Request) {
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/json" {
		refuse(w, http.StatusUnsupportedMediaType, "UNSUPPORTED_MEDIA_TYPE", "the content type must be application/json")
		return
	}
	var in struct {
		URL string `json:"url"`
		decision
	}
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, 16<<10))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&in); err != nil {
		refuse(w, http.StatusBadRequest, "INVALID_REQUEST", "the body is not the JSON expected: "+err.Error())
		return
	}
	back, err := s.follow(f, in.URL, in.decision)
	if err != nil {
		refuse(w, http.StatusBadRequest, "INVALID_REQUEST", err.Error())
		return
	}
	if !back.formPost {
		answer(w, http.StatusOK, map[string]any{"redirectTo": back.query()})
		return
	}
	form := map[string]string{}
	for name := range back.fields {
		form[name] = back.fields.Get(name)
	}
	answer(w, http.StatusOK, map[string]any{"redirectTo": back.to.String(), "form": form})
}

// follow decides at the authorize address.
func (s *Service) follow(f *face, address string, d decision) (decided, error) {
	u, err := url.Parse(address)
	if err != nil {
		return decided{}, errors.New("url is no address")
	}
	a, err := f.read(u.Query())
	if err != nil {
		return decided{}, err
	}
	return s.decide(f, a, d)
}

func refuse(w http.ResponseWriter, status int, code, message string) {
	answer(w, status, map[string]string{"code": code, "message": message})
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(body)
}
