import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { GrowingList } from './growing-list.tsx'

const drawn = (count: number) =>
  renderToString(
    <GrowingList
      items={Array.from({ length: count }, (_, index) => `card ${index}`)}
      keyOf={(item) => item}
      label="Cards"
      more={(left) => `SHOW ${left} MORE`}
      step={8}
    >
      {(item) => <article>{item}</article>}
    </GrowingList>,
  )

test('of several hundred cards only the first are drawn at once, and how many follow is said', () => {
  const html = drawn(300)
  expect(html.match(/<article>/g)).toHaveLength(8)
  expect(html).toContain('card 0')
  expect(html).toContain('SHOW 292 MORE')
})

test('a few are drawn whole', () => {
  const html = drawn(11)
  expect(html.match(/<article>/g)).toHaveLength(11)
  expect(html).not.toContain('MORE')
})
