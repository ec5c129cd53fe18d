import { expect, it } from 'vitest'
import { startEmbedded } from './embedded.ts'

it('starts nothing for whoever left while its modules were loaded', async () => {
  const lines: string[] = []
  const options = { chains: ['ethereum'], blockTimeMs: 1_000, seed: 1, trafficRate: 0 } as const
  const start = startEmbedded({ ...options, onProgress: (line) => lines.push(line), signal: AbortSignal.abort() })
  await expect(start).rejects.toMatchObject({ name: 'AbortError' })
  expect(lines).toEqual([])
})
