// Defines grecaptcha with ready, execute (v3), render, getResponse and reset (v2). Everybody is a person.
(function () {
  'use strict';
  var own = new URL(document.currentScript.src);
  var siteKey = own.searchParams.get('render');
  var widgets = [];

  function ask(fields) {
    return fetch(new URL('token', own), { method: 'POST', credentials: 'omit', body: new URLSearchParams(fields) })
      .then(function (response) {
        if (!response.ok) throw new Error('no token: status ' + response.status);
        return response.json();
      })
      .then(function (answer) { return answer.token; });
  }

  // Only the key the script was loaded with is known here.
  function execute(key, options) {
    if (!siteKey || siteKey === 'explicit' || key !== siteKey) throw new Error('Invalid site key or not loaded in api.js: ' + key);
    return ask({ sitekey: key, action: (options && options.action) || '', scored: 'true' });
  }

  function render(container, options) {
    var place = typeof container === 'string' ? document.getElementById(container) : container;
    var widget = { place: place, options: options, response: '' };
    widgets.push(widget);
    check(widget);
    return widgets.length - 1;
  }

  function check(widget) {
    widget.response = '';
    widget.place.textContent = 'reCAPTCHA …';
    ask({ sitekey: widget.options.sitekey }).then(
      function (token) {
        widget.response = token;
        widget.place.textContent = 'reCAPTCHA ✓';
        if (widget.options.callback) widget.options.callback(token);
      },
      function () {
        widget.place.textContent = 'reCAPTCHA ✕';
        if (widget.options['error-callback']) widget.options['error-callback']();
      },
    );
  }

  window.grecaptcha = {
    ready: function (run) { setTimeout(run, 0); },
    execute: execute,
    render: render,
    getResponse: function (id) { return (widgets[id || 0] || { response: '' }).response; },
    reset: function (id) { if (widgets[id || 0]) check(widgets[id || 0]); },
  };
})();
