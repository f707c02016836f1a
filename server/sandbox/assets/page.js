'use strict';

const message = document.getElementById('message');

// Sends a command of the control API and shows the page anew, or says what went wrong.
async function send(method, path, body, button) {
  if (button) button.disabled = true;
  message.textContent = '処理中…';
  try {
    const response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (response.ok) {
      location.reload();
      return;
    }
    message.textContent = (await response.json()).message;
  } catch (error) {
    message.textContent = String(error);
  }
  if (button) button.disabled = false;
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('button[type="button"]');
  if (!button) return;
  if (button.dataset.clock) send('POST', '/clock', JSON.parse(button.dataset.clock), button);
  else if (button.dataset.settings) send('POST', '/settings', JSON.parse(button.dataset.settings), button);
  else if (button.dataset.delete) send('DELETE', button.dataset.delete, undefined, button);
  else if ('reset' in button.dataset && confirm('メール・SMS・入出金・カードをすべて消しますか？')) send('POST', '/reset', undefined, button);
});

document.getElementById('set-clock')?.addEventListener('submit', (event) => {
  event.preventDefault();
  const at = new FormData(event.target).get('at');
  send('POST', '/clock', { set: `${at}:00+09:00` }, event.submitter);
});

for (const next of document.querySelectorAll('form[data-next]')) next.addEventListener('submit', (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  const body = { service: next.dataset.next, outcome: form.get('outcome'), times: Number(form.get('times')) };
  if (form.get('function')) body.function = form.get('function');
  send('POST', '/next', body, event.submitter);
});
