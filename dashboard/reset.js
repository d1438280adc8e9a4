const form = document.querySelector('#reset');
const said = document.querySelector('#said');

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const token = location.pathname.split('/').at(-1);
  const body = JSON.stringify({ token, password: form.elements.password.value });
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const response = await fetch('/v1/password-resets/use', { method: 'POST', headers, body });
  if (response.ok) {
    form.remove();
    said.textContent = 'Your password is changed. You can sign in with it now.';
    return;
  }
  said.textContent = (await response.json()).detail;
});
