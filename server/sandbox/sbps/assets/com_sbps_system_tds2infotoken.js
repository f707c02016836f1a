// Defines com_sbps_system_tds2.generateToken, which turns what 3-D Secure wants to know of the card holder into a
// one-time token. The sandbox checks it.
(function () {
  'use strict';
  var base = new URL('..', document.currentScript.src);

  // The callback gets {result: 'OK', tokenResponse} or {result: 'NG', errorCode}: two characters of cause, three of field.
  function generateToken(holder, callback) {
    var body = {};
    ['merchantId', 'serviceId', 'billingLastName', 'billingFirstName', 'billingPhone', 'email'].forEach(function (name) {
      body[name] = holder && holder[name] != null ? String(holder[name]) : '';
    });
    fetch(new URL('sbps/tds-tokens', base), {
      method: 'POST',
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
      .then(function (response) { return response.json(); })
      .then(
        function (answer) {
          return answer.tds2infoToken
            ? { result: 'OK', tokenResponse: answer }
            : { result: 'NG', errorCode: answer.errorCode || '99999' };
        },
        function () { return { result: 'NG', errorCode: '99999' }; },
      )
      .then(callback);
  }

  window.com_sbps_system_tds2 = { generateToken: generateToken };
})();
