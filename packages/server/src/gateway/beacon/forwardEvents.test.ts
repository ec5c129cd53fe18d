import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { forwardEvents } from './forwardEvents.ts'

async function forward(chunks: readonly (string | Buffer)[]): Promise<readonly string[]> {
  const events: string[] = []
  const body = Readable.from(chunks.map((chunk) => Buffer.from(chunk as string)))
  await forwardEvents(body, (event) => events.push(event), new AbortController().signal)
  return events
}

it('passes on whole events, however they are cut, byte for byte', async () => {
  const ü = Buffer.from('data: ü\n\n')
  expect(
    await forward(['event: a\ndata: 1\n', '\nevent: b', '\r\ndata: 2\r\n\r\n', ü.subarray(0, 7), ü.subarray(7)]),
  ).toEqual(['event: a\ndata: 1\n\n', 'event: b\r\ndata: 2\r\n\r\n', 'data: ü\n\n'])
})

it('drops what is left of an event when the stream ends', async () => {
  expect(await forward(['data: 1\n\ndata: 2\n'])).toEqual(['data: 1\n\n'])
})
