// Defines com_sbps_system.generateToken, which turns a card into a one-time token. The card is checked by the sandbox.
(function () {
  'use strict';
  var base = new URL('..', document.currentScript.src);

  // The callback gets {result: 'OK', tokenResponse} or {result: 'NG', errorCode}: two characters of cause, three of field.
  function generateToken(card, callback) {
    var body = {};
    ['merchantId', 'serviceId', 'ccNumber', 'ccExpiration', 'securityCode'].forEach(function (name) {
      body[name] = card && card[name] != null ? String(card[name]) : '';
    });
    fetch(new URL('sbps/tokens', base), {
      method: 'POST',
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
      .then(function (response) { return response.json(); })
      .then(
        function (answer) {
          return answer.token
            ? { result: 'OK', tokenResponse: answer }
            : { result: 'NG', errorCode: answer.errorCode || '99999' };
        },
        function () { return { result: 'NG', errorCode: '99999' }; },
      )
      .then(callback);
  }

  window.com_sbps_system = { generateToken: generateToken };
})();
