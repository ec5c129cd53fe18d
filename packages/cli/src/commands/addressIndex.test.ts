import { join } from 'node:path'
import { type Anvil, createAnvil } from '@outrigger/devnet'
import { createReplayNode, ReplayError } from '@outrigger/devnet/replay'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDirectory, runCli } from '../fixtures/cliProcess.ts'

const receiver = `0x${'77'.repeat(20)}`
const dataDir = ['--data-dir', join(createDirectory(), 'data')]
let anvil: Anvil
let plain: Awaited<ReturnType<typeof createReplayNode>>
let rpc: readonly string[]

async function send<result>(method: string, params: readonly unknown[]): Promise<result> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const answer = await (await fetch(anvil.rpcUrl, { method: 'POST', headers, body })).json()
  const { result, error } = answer as { result: result; error?: { code: number; message: string } }
  if (error) throw new ReplayError(error.code, error.message)
  return result
}

beforeAll(async () => {
  anvil = await createAnvil({ chainId: 1 })
  // As geth: neither Otterscan's methods nor those of Parity.
  plain = await createReplayNode({
    rpc: async (method, params) =>
      /^(?:ots|trace)_/.test(method)
        ? undefined
        : send(method, params as readonly unknown[]).catch((error: unknown) => error),
  })
  const [from] = await send<readonly string[]>('eth_accounts', [])
  for (let payment = 0; payment < 5; payment += 1)
    await send('eth_sendTransaction', [{ from, to: receiver, value: '0x1' }])
  await send('anvil_mine', ['0x64'])
  rpc = ['--rpc', `ethereum=${plain.url}`]
}, 60_000)
afterAll(async () => {
  await plain?.[Symbol.asyncDispose]()
  await anvil?.close()
})

const run = (...args: readonly string[]) => runCli([...args, ...dataDir])

it('reads an address into the index, shows what it holds, and answers its history by it', async () => {
  const toBlock = Number(await send('eth_blockNumber', []))
  const held = {
    chain: 'ethereum',
    address: receiver,
    wanted_from: 0,
    complete: true,
    from_block: 0,
    to_block: toBlock,
  }
  const before = await run('index', '--json')
  expect(before).toMatchObject({ code: 0, stdout: '' })
  const added = await run('index', 'ethereum', receiver, '--from', '0', '--json', ...rpc)
  expect(added).toMatchObject({ code: 0 })
  expect(JSON.parse(added.stdout)).toEqual(held)
  expect(added.stderr).toMatch(/Indexing ethereum: \d+ blocks read, 0 to go/)
  expect(JSON.parse((await run('index', '--json')).stdout)).toEqual(held)
  expect((await run('index')).stdout).toMatch(/ethereum[\s\S]*Internal transactions are not included/)
  const { stdout } = await run('history', 'ethereum', receiver, '--json', ...rpc)
  const history = JSON.parse(stdout) as { readonly transactions: readonly unknown[] }
  expect(history.transactions).toHaveLength(5)
  expect(history).toMatchObject({
    coverage: {
      source: 'address index',
      from_block: 0,
      complete: false,
      missing: ['internal transactions'],
      index: { from_block: 0, to_block: toBlock, whole_chain: false },
    },
  })
}, 300_000)

it('removes an address and says what went with it, and the whole chain', async () => {
  const toBlock = Number(await send('eth_blockNumber', []))
  const other = `0x${'88'.repeat(20)}`
  for (const what of [[receiver], [other], ['--all']])
    expect(await run('index', 'ethereum', ...what, '--from', '0', ...rpc)).toMatchObject({ code: 0 })
  const { code, stdout } = await run(
    'index',
    'ethereum',
    receiver.toUpperCase().replace('0X', '0x'),
    '--remove',
    '--json',
  )
  expect(code).toBe(0)
  const range = { from_block: 0, to_block: toBlock }
  expect(JSON.parse(stdout)).toEqual({ chain: 'ethereum', address: receiver, removed_entries: 5, ...range })
  const addresses = async () =>
    (await run('index', '--json')).stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { readonly address: string | null }).address)
  expect(await addresses()).toEqual([null, other])
  const all = await run('index', 'ethereum', '--remove', '--all')
  expect(all.stdout.replaceAll(/\s+/g, ' ')).toMatch(
    /Removed the whole chain from the index of ethereum: blocks 0 to \d+, 10 entries\./,
  )
  expect(await addresses()).toEqual([other])
  const again = await run('index', 'ethereum', receiver, '--remove')
  expect(again).toMatchObject({ code: 2, stderr: expect.stringMatching(/does not contain 0x7777/) })
}, 300_000)

it.each([
  [['index', 'ethereum', '--remove'], /Name an address, or use --all/],
  [['index', 'base', '--remove', '--all'], /does not contain the whole chain/],
  [['index', 'ethereum', '--from', '0'], /Name an address, or use --all/],
  [['index', 'ethereum', receiver, '--all', '--from', '0'], /Name an address, or use --all/],
  [['index', 'ethereum', receiver], /--from takes the number of the first block/],
  [['index', 'ethereum', '0x12', '--from', '0'], /is not an address/],
  [['index', 'solana', '--all', '--from', '0'], /needs no local index/],
])(
  'refuses %j',
  async (args, message) => {
    const { code, stderr } = await run(...args)
    expect(code).toBe(2)
    expect(stderr).toMatch(message)
  },
  60_000,
)
