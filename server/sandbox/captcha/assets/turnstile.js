// Defines turnstile with ready, render, getResponse, reset and remove. Everybody is a person.
(function () {
  'use strict';
  var own = new URL(document.currentScript.src);
  var widgets = {};
  var last = 0;

  function render(container, options) {
    var place = typeof container === 'string' ? document.querySelector(container) : container;
    if (!place || !options || !options.sitekey) return undefined;
    var id = 'sandbox-' + (last += 1);
    var box = document.createElement('p');
    place.append(box);
    widgets[id] = { box: box, options: options, response: '' };
    check(id);
    return id;
  }

  function check(id) {
    var widget = widgets[id];
    var fields = { sitekey: widget.options.sitekey, action: widget.options.action || '' };
    widget.response = '';
    widget.box.textContent = 'Turnstile …';
    fetch(new URL('token', own), { method: 'POST', credentials: 'omit', body: new URLSearchParams(fields) })
      .then(function (response) {
        if (!response.ok) throw new Error('no token: status ' + response.status);
        return response.json();
      })
      .then(
        function (answer) {
          if (widgets[id] !== widget) return;
          widget.response = answer.token;
          widget.box.textContent = 'Turnstile ✓';
          if (widget.options.callback) widget.options.callback(answer.token);
        },
        function (error) {
          widget.box.textContent = 'Turnstile ✕';
          if (widget.options['error-callback']) widget.options['error-callback'](String(error));
        },
      );
  }

  window.turnstile = {
    ready: function (run) { setTimeout(run, 0); },
    render: render,
    getResponse: function (id) { return widgets[id] ? widgets[id].response : undefined; },
    reset: function (id) { if (widgets[id]) check(id); },
    remove: function (id) {
      if (!widgets[id]) return;
      widgets[id].box.remove();
      delete widgets[id];
    },
  };
})();
