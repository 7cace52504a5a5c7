import { pino } from 'pino'
import { openBus } from '../open.ts'
import type { TestBroadcasts, TestEvents, TestRequests } from './backend.ts'

/** Child process of a test: prints what it does until it is killed. */
const [url = '', prefix = '', task = ''] = process.argv.slice(2)
const log = pino({ level: 'warn' }, process.stderr)
const bus = await openBus<TestEvents, TestRequests, TestBroadcasts>(url, { name: 'child', log, prefix })

async function publish(): Promise<void> {
  for (let n = 1; ; n += 1) {
    await bus.publish({ id: `made-${n}`, subject: 'thing.made', data: { n } })
    say(`published ${n}`)
  }
}

async function hang(): Promise<void> {
  await bus.subscribe({
    durable: 'child',
    subjects: ['thing.made'],
    ackWaitMs: 500,
    async handle({ data, attempt }) {
      say(`handling ${data.n}/${attempt}`)
      await new Promise(() => {})
    },
  })
}

async function handle(): Promise<void> {
  await bus.subscribe({
    durable: 'child',
    subjects: ['thing.made'],
    handle: ({ data }) => bus.publish({ id: `other-${data.n}`, subject: 'other.made', data }),
  })
  say('ready')
}

async function follow(): Promise<void> {
  await bus.follow({
    subjects: ['thing.made'],
    from: { after: 0 },
    handle: async ({ position, data }) => say(`${position} ${data.n}`),
  })
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

const tasks = new Map([
  ['publish', publish],
  ['hang', hang],
  ['handle', handle],
  ['follow', follow],
])
await tasks.get(task)?.()
