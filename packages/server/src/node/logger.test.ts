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
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'error',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    msg: 'Bearer <token>',
  })
})

it('writes readable lines to a terminal, redacted and without control characters', () => {
  const lines: string[] = []
  const logTo = new Writable({ write: (chunk, _, done) => done(void lines.push(String(chunk)) as undefined) })
  const logger = createLogger('info', logTo, true)
  logger.warn({ chain: 'base', err: new RangeError('https://eth.example/PATHKEY closed\u001b[31m') }, 'relay failed')
  expect(lines).toEqual([
    expect.stringMatching(
      /^\d\d:\d\d:\d\d\.\d{3} warn {2}relay failed chain=base err="RangeError: https:\/\/eth\.example\/… closed/,
    ),
  ])
  expect(lines[0]).not.toContain('PATHKEY')
  expect(lines[0]).not.toContain('\u001b')
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
