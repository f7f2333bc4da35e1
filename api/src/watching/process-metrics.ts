import { monitorEventLoopDelay } from 'node:perf_hooks'
import { cpuUsage, memoryUsage, uptime, version } from 'node:process'
import type { Metrics } from './metrics-text.ts'

const RESOLUTION_MS = 10

/** The process itself, under the names that dashboards for Node.js know. @returns what ends the watching */
export function watchProcess(metrics: Metrics): () => void {
  const startedAt = Date.now() / 1000 - uptime()
  // What it measures has the time between two of its looks in it.
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1000) || 0

  metrics.counted('process_cpu_user_seconds_total', 'Processor time of the program.', () => [
    [cpuUsage().user / 1e6],
  ])
  metrics.counted('process_cpu_system_seconds_total', 'Processor time of the system for it.', () => [
    [cpuUsage().system / 1e6],
  ])
  metrics.gauge('process_start_time_seconds', 'When the process began, in seconds since 1970.', () => [
    [startedAt],
  ])
  metrics.gauge('process_resident_memory_bytes', 'Memory of the process.', () => [[memoryUsage.rss()]])
  metrics.gauge('nodejs_heap_size_total_bytes', 'Heap that was taken from the system.', () => [
    [memoryUsage().heapTotal],
  ])
  metrics.gauge('nodejs_heap_size_used_bytes', 'Heap in use.', () => [[memoryUsage().heapUsed]])
  metrics.gauge('nodejs_external_memory_bytes', 'Memory outside the heap.', () => [[memoryUsage().external]])
  metrics.gauge(
    'nodejs_eventloop_lag_mean_seconds',
    'How late the loop was on average since this was last asked.',
    () => [[seconds(delay.mean)]],
  )
  metrics.gauge(
    'nodejs_eventloop_lag_p99_seconds',
    'How late it was at most, 99 times of 100, since then.',
    () => [[seconds(delay.percentile(99))]],
  )
  metrics.gauge('nodejs_eventloop_lag_max_seconds', 'How late it was at most since then.', () => {
    const most = seconds(delay.max)
    delay.reset()
    return [[most]]
  })
  metrics.gauge('nodejs_version_info', 'The Node.js that runs it.', () => [[1, { version }]])
  return () => delay.disable()
}
