// Shows only the calls that hold every word; without it the page still shows all.
const search = document.querySelector('#search')
const found = document.querySelector('#found')
const calls = [...document.querySelectorAll('details')].map((element) => ({
  element,
  text: element.textContent.toLowerCase(),
}))

function show() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  let count = 0
  for (const { element, text } of calls) {
    element.hidden = !words.every((word) => text.includes(word))
    if (!element.hidden) count += 1
  }
  for (const group of document.querySelectorAll('main section[data-group]')) {
    const empty = !group.querySelector('details:not([hidden])')
    group.hidden = empty
    document.querySelector(`nav a[href="#${group.id}"]`).parentElement.hidden = empty
  }
  found.textContent = words.length === 0 ? '' : count === 1 ? '1 call' : `${count} calls`
}

function openNamed() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (named instanceof HTMLDetailsElement) named.open = true
}

search.addEventListener('input', show)
window.addEventListener('hashchange', openNamed)
openNamed()
show()
