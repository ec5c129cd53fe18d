import { expect, it } from 'vitest'
import { useChainAndDatabase } from '../fixtures/chainAndDatabase.ts'
import { createDirectory, startCli } from '../fixtures/cliProcess.ts'

const { rpcUrl, createDatabase } = useChainAndDatabase()

it('a node that is killed is logged once by the other, with what it means', { timeout: 120_000 }, async () => {
  const env = { OUTRIGGER_STORE: createDatabase(), OUTRIGGER_MEMPOOL: 'atStart' }
  const start = () =>
    startCli(
      ['up', '--json', '--port', '0', '--gateway-port', '0', '--data-dir', createDirectory()].concat([
        '--rpc',
        `ethereum=${rpcUrl()}`,
      ]),
      { env },
    )
  const first = start()
  await first.firstLine()
  await using second = start()
  await second.firstLine()
  const count = (text: string) => second.stderr().split(text).length - 1
  // The first node watches the mempool for both.
  first.child.kill('SIGKILL')
  await first.ended
  await expect.poll(() => count('a node stopped or lost the database'), { timeout: 30_000 }).toBe(1)
  await expect.poll(() => count('"lease":"mempool/ethereum"'), { timeout: 30_000 }).toBeGreaterThan(0)
  // The lease of the dead node is looked at several times before it is lost.
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  expect(count('a node stopped or lost the database')).toBe(1)
  expect(count('the node that watches the mempool does not answer')).toBe(1)
  expect(count('one node watches the mempool for all again')).toBe(0)
})
