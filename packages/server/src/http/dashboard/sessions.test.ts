import { createMemoryStore } from '@outrigger/core'
import { expect, it } from 'vitest'
import { createKeyring } from '../../access/keyring.ts'
import { createSessions } from './sessions.ts'

const from = (cookie?: string) => ({
  headers: { host: '127.0.0.1:1', 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }) },
  socket: { remoteAddress: '127.0.0.1', localPort: 1 },
})

it('lets no key end the sessions of another, however many it starts', async () => {
  await using keyring = createKeyring(createMemoryStore())
  const sessions = createSessions({ keyring, clientIp: () => '127.0.0.1', clock: { now: Date.now } })
  const start = async (secret: string) => (await sessions.start(secret, from()))?.cookie.split(';')[0]
  const operator = await keyring.create({ name: 'operator', scopes: ['admin:account'] })
  const free = await keyring.create({ name: 'free' })
  const cookie = await start(operator.secret)
  const first = await start(free.secret)
  for (let count = 0; count < 1_500; count += 1) await start(free.secret)
  expect(await sessions.find(from(cookie))).toMatchObject({ id: operator.key.id })
  expect(await sessions.find(from(first))).toBeUndefined()
  expect(await sessions.find(from(await start(free.secret)))).toMatchObject({ id: free.key.id })
})
