import { expect, test } from 'vitest'
import { createMetrics, httpDuration, serveMetrics } from './metrics.ts'

test('all servers of a process share one histogram', () => {
  const metrics = createMetrics()
  expect(httpDuration(metrics)).toBe(httpDuration(metrics))
})

test('metrics are served on a separate port, including those of the process', async () => {
  const server = await serveMetrics(createMetrics(), { port: 0 })
  const answer = await fetch(`http://127.0.0.1:${server.port}/metrics`)
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('process_resident_memory_bytes')
  expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(404)
  await server.close()
})

test('a port in use fails the start', async () => {
  const server = await serveMetrics(createMetrics(), { port: 0 })
  await expect(serveMetrics(createMetrics(), { port: server.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await server.close()
})
