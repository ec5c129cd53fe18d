import { closeSync, openSync } from 'node:fs'
import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { createLogger, openLog } from './logger.ts'

it('cuts secrets out of whatever is logged', () => {
  const lines: string[] = []
  const logger = createLogger(
    'info',
    new Writable({ write: (chunk, _, done) => done(void lines.push(String(chunk)) as undefined) }),
  )
  const key = `or_0123456789ab_${'S'.repeat(43)}`
  const cause = new TypeError('fetch of https://user:PASSWORD@eth.example/v2/PATHKEY?k=QUERYKEY failed')
  logger.error(
    { err: new RangeError(`with ${key}`, { cause }), nested: { url: 'wss://eth.example/PATHKEY' } },
    'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.SIGNATURE',
  )
  logger.debug('not this')
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toMatch(/PASSWORD|PATHKEY|QUERYKEY|SSSS|SIGNATURE/)
  expect(lines[0]).toContain('https://eth.example/…')
  expect(lines[0]).toContain('or_0123456789ab_…')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 50, msg: 'Bearer <token>' })
})

it.runIf(process.platform === 'linux')('goes on where the disk takes no line, and keeps a bounded part of them', () => {
  const file = openSync('/dev/full', 'w')
  const log = openLog(file)
  const logger = createLogger('info', log)
  let dropped = 0
  log.on('drop', () => {
    dropped += 1
  })
  for (let count = 0; count < 100; count += 1) logger.error('x'.repeat(100_000))
  expect(dropped).toBeGreaterThan(80)
  closeSync(file)
})
