/** The app's colours and measures (`web/src/ui/tokens.css`), for a page that must work without the app. */
export const TRUST_STYLE = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f3f5f4, #0d1312);
  --surface: light-dark(#ffffff, #151d1b);
  --text: light-dark(#12201d, #ebf1ef);
  --text-quiet: light-dark(#4b5b56, #a9b9b4);
  --press: light-dark(#dfe6e3, #25312e);
  --accent: light-dark(#0a6259, #63ccbc);
  --accent-text: light-dark(#ffffff, #04231f);
}
* { box-sizing: border-box; margin: 0; padding: 0; }
body {
  background: var(--page);
  color: var(--text);
  font: 400 1.0625rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
}
main {
  display: grid;
  grid-template-columns: minmax(0, 1fr) 20rem;
  gap: 1.5rem;
  max-inline-size: 64rem;
  margin-inline: auto;
  padding: 2rem 1rem 3rem;
}
h1 { font-size: 1.875rem; line-height: 1.2; font-weight: 650; }
h2 { font-size: 1.25rem; line-height: 1.3; font-weight: 650; }
header { display: flex; flex-direction: column; gap: 1rem; align-self: center; }
header p { max-inline-size: 36rem; }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; }
.button {
  display: inline-flex;
  align-items: center;
  min-block-size: 3rem;
  padding: 0.5rem 1.5rem;
  border-radius: 0.625rem;
  background: var(--press);
  color: var(--text);
  font-weight: 550;
  text-decoration: none;
}
.primary { background: var(--accent); color: var(--accent-text); }
.button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
aside, section {
  display: flex;
  flex-direction: column;
  gap: 0.75rem;
  padding: 1.5rem;
  border-radius: 1rem;
  background: var(--surface);
}
.code { inline-size: 100%; max-inline-size: 14rem; border-radius: 0.625rem; background: #fff; }
.code svg { display: block; inline-size: 100%; block-size: auto; fill: #000; forced-color-adjust: none; }
.ways {
  grid-column: 1 / -1;
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr));
  gap: 1.5rem;
}
ol { display: flex; flex-direction: column; gap: 0.5rem; padding-inline-start: 1.5rem; }
li::marker { color: var(--text-quiet); font-weight: 650; }
.compare { grid-column: 1 / -1; }
dt { color: var(--text-quiet); font-size: 0.875rem; }
dd + dt { margin-block-start: 0.5rem; }
.exact { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 0.875rem; overflow-wrap: anywhere; }
@media (max-width: 44rem) {
  h1 { font-size: 1.625rem; }
  main { grid-template-columns: minmax(0, 1fr); gap: 1rem; padding: 1.5rem 0.75rem 2rem; }
  .ways { gap: 1rem; }
  .button { flex: 1; justify-content: center; white-space: nowrap; }
  aside { order: 1; }
  aside, section { padding: 1rem; }
}
`
