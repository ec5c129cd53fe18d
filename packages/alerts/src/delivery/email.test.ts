import type { AddressInfo } from 'node:net'
import { createMemoryStore } from '@outrigger/core'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { expect, it } from 'vitest'
import { createAlerts } from '../createAlerts.ts'
import { createFigures, disk } from './fixtures/figures.ts'

type Refusal = { readonly code: number } | null

/** A local mail server. */
async function startMailServer(refusal: Refusal = null) {
  const mails: { readonly to: readonly string[]; readonly text: string }[] = []
  const server = { refusal, mails }
  const options: SMTPServerOptions = {
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_, __, done) {
      done(server.refusal ? Object.assign(new RangeError('no'), { responseCode: server.refusal.code }) : null)
    },
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (part) => {
        text += part
      })
      stream.on('end', () => {
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text })
        done()
      })
    },
  }
  const smtp = new SMTPServer(options)
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  return Object.assign(server, {
    url: `smtp://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  })
}

async function open(smtpUrl: string) {
  const figures = createFigures()
  const email = { smtpUrl, from: 'node@example.com', recipients: ['ops@example.com', '@example.org'], timeoutMs: 5000 }
  const alerts = await createAlerts({ store: createMemoryStore(), signals: figures.source, channels: { email } })
  return { alerts, figures, [Symbol.asyncDispose]: alerts.close }
}

const input = { name: 'Disk, Größe', type: 'system', threshold: 80, email: 'ops@example.com' } as const

it('sends a mail with a stable id to one recipient', async () => {
  await using server = await startMailServer()
  await using node = await open(server.url)
  const { id } = await node.alerts.create(input)
  node.figures.set(disk, 90)
  await expect.poll(() => server.mails.length).toBe(1)
  const [mail] = server.mails
  expect(mail?.to).toEqual(['ops@example.com'])
  expect(mail?.text).toContain(`Message-ID: <${id}_1@outrigger>`)
  expect(mail?.text).toContain('Auto-Submitted: auto-generated')
  expect(mail?.text).toMatch(/^Subject: \S/m)
})

it('only sends to allowed recipients', async () => {
  await using server = await startMailServer()
  await using node = await open(server.url)
  await expect(node.alerts.create({ ...input, email: 'somebody@example.net' })).rejects.toMatchObject({
    field: 'email',
  })
  await expect(node.alerts.create({ ...input, email: 'x@evil.example.org' })).rejects.toMatchObject({ field: 'email' })
  await node.alerts.create({ ...input, email: 'Anybody@Example.org' })
})

it.each([
  [450, 'pending'],
  [550, 'dead'],
] as const)('takes a %i of the mail server for %s', async (code, list) => {
  await using server = await startMailServer({ code })
  await using node = await open(server.url)
  const { id } = await node.alerts.create(input)
  node.figures.set(disk, 90)
  await expect
    .poll(async () => (await node.alerts.deliveries(id))[list])
    .toMatchObject([{ attempts: 1, lastError: `the mail server answered ${code}` }])
})

it('retries without a mail server, and does not reveal its password', async () => {
  const server = await startMailServer()
  await server[Symbol.asyncDispose]()
  await using node = await open(server.url.replace('//', '//user:hunter2@'))
  const { id } = await node.alerts.create(input)
  node.figures.set(disk, 90)
  await expect.poll(async () => (await node.alerts.deliveries(id)).pending[0]?.attempts).toBe(1)
  const [pending] = (await node.alerts.deliveries(id)).pending
  expect(pending?.lastError).toMatch(/sent no response \(\w+\)/)
  expect(JSON.stringify(pending)).not.toContain('hunter2')
})
