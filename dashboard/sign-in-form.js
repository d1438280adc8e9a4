const form = document.querySelector('#sign-in');
const { email, password, code } = form.elements;
const codeField = document.querySelector('#code');
const said = document.querySelector('#said');

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const given = { email: email.value, password: password.value };
  const body = JSON.stringify(codeField.hidden ? given : { ...given, code: code.value });
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const response = await fetch('/v1/session', { method: 'POST', headers, body });
  if (response.ok) return location.assign('/');
  const problem = await response.json();
  if (problem.code !== 'second_factor_required') {
    said.textContent = problem.detail;
    return;
  }
  said.textContent = 'Type the code of your authenticator program, or a recovery code.';
  codeField.hidden = false;
  code.required = true;
  code.focus();
});
