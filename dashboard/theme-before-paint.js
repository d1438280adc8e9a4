// Runs before the first paint, so that nobody who wants it dark sees a flash. An own file, because the policy of the page forbids code within it.
(() => {
  const wanted = localStorage.getItem('schoolgate-theme');
  const isDark =
    wanted === 'dark' || (wanted !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
