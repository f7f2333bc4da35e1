import { expect, test } from 'vitest'
import { Metrics } from './metrics-text.ts'

test('counters, gauges and histograms are written as Prometheus reads them', async () => {
  const metrics = new Metrics()
  const outcomes = metrics.counter('mutations_total', 'By outcome.', 'outcome', ['applied', 'parked'])
  const waits = metrics.histogram('wait_seconds', 'Waited.', [0.1, 1])
  const requests = metrics.histogram('request_seconds', 'Took.', [0.5], ['route', 'status'])
  metrics.gauge('age_seconds', 'Old.', async () => [[1.5], [2, { of: 'a "b"\\\n' }]])
  metrics.counted('cpu_total', 'Used.', () => [[3]])
  outcomes.add('applied')
  outcomes.add('applied')
  for (const seconds of [0.05, 0.1, 0.7, 9]) waits.observe(seconds)
  requests.observe(0.4, '/a', '2xx')
  requests.observe(0.6, '/a', '2xx')
  requests.observe(0.1, '/a', '5xx')
  expect(await metrics.text()).toBe(`# HELP mutations_total By outcome.
# TYPE mutations_total counter
mutations_total{outcome="applied"} 2
mutations_total{outcome="parked"} 0
# HELP wait_seconds Waited.
# TYPE wait_seconds histogram
wait_seconds_bucket{le="0.1"} 2
wait_seconds_bucket{le="1"} 3
wait_seconds_bucket{le="+Inf"} 4
wait_seconds_sum 9.85
wait_seconds_count 4
# HELP request_seconds Took.
# TYPE request_seconds histogram
request_seconds_bucket{route="/a",status="2xx",le="0.5"} 1
request_seconds_bucket{route="/a",status="2xx",le="+Inf"} 2
request_seconds_sum{route="/a",status="2xx"} 1
request_seconds_count{route="/a",status="2xx"} 2
request_seconds_bucket{route="/a",status="5xx",le="0.5"} 1
request_seconds_bucket{route="/a",status="5xx",le="+Inf"} 1
request_seconds_sum{route="/a",status="5xx"} 0.1
request_seconds_count{route="/a",status="5xx"} 1
# HELP age_seconds Old.
# TYPE age_seconds gauge
age_seconds 1.5
age_seconds{of="a \\"b\\"\\\\\\n"} 2
# HELP cpu_total Used.
# TYPE cpu_total counter
cpu_total 3
`)
})

test('what cannot be read is left out, and hides nothing else', async () => {
  const metrics = new Metrics()
  metrics.gauge('broken', 'Fails.', () => {
    throw new Error('no')
  })
  metrics.gauge('late', 'Fails later.', () => Promise.reject(new Error('no')))
  metrics.gauge('none', 'Has nothing.', () => [])
  metrics.gauge('well', 'Is there.', () => [[1]])
  expect(await metrics.text()).toBe('# HELP well Is there.\n# TYPE well gauge\nwell 1\n')
})
