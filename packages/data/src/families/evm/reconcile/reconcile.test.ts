import { chains, createProviderPool } from '@outrigger/core'
import { type Anvil, createAnvil } from '@outrigger/devnet'
import { createRandom } from '@outrigger/devnet/random'
import { readLocalRecording } from '@outrigger/devnet/recorded'
import { createReplayNode, ReplayError } from '@outrigger/devnet/replay'
import { type Address, createWalletClient, type Hex, http, parseEther, parseGwei } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { getTransactionReceipt } from 'viem/actions'
import { mainnet } from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { MethodsMissingError, UnknownFeeRulesError } from '../../../errors.ts'
import { createNodeWithout } from '../../../fixtures/withoutMethods.ts'
import { reconcile } from '../../../questions.ts'
import { constantKzg, toBlob } from '../fixtures/blobs.ts'
import { callNode, mineRandomBlocks, setContracts } from '../fixtures/randomBlocks.ts'
import { getBlockTraces } from '../traces/getTransactionTrace.ts'
import type { ParityTrace } from '../traces/parityTrace.ts'
import { computeRewards } from './rewards.ts'

/** Set `OUTRIGGER_BLOCKS=1000` for the full run. */
const blocks = Number(process.env['OUTRIGGER_BLOCKS'] ?? 120)
/** anvil keeps the states of at least the last 26 blocks. */
const atOnce = 20

const startChain = async (...args: string[]): Promise<Anvil> => {
  const anvil = await createAnvil({ chainId: 1, args: ['--no-mining', ...args] })
  await setContracts(anvil.rpcUrl)
  return anvil
}
const createPool = (url: string, chain: typeof chains.ethereum | typeof chains.base = chains.ethereum) =>
  createProviderPool({ chain, endpoints: [{ url, name: 'local' }] })

/** Counts the moves of value in these traces besides the transactions themselves. */
function countMoves(traces: readonly ParityTrace[], sums: Record<'suicides' | 'reverted' | 'internal', number>): void {
  for (const { type, action, error, traceAddress } of traces)
    if (type === 'suicide') sums.suicides += 1
    else if (traceAddress.length > 0 && BigInt(action.value ?? '0x0') > 0n)
      sums[error === undefined ? 'internal' : 'reverted'] += 1
}

describe('reconciliation of an EVM chain', () => {
  it.each([
    ['the newest rules', [], 1],
    ['the rules before Cancun, when every self-destruct ended its account', ['--hardfork', 'shanghai'], 0.5],
    ['the rules before London, when no fee was burnt', ['--hardfork', 'istanbul'], 0.25],
  ] as const)(
    'finds no difference under %s',
    async (_, args, share) => {
      await using anvil = await startChain(...args)
      await using pool = createPool(anvil.rpcUrl)
      const random = createRandom(7)
      const isTyped = !args.some((word) => word === 'istanbul')
      const sums = { transactions: 0, blocks: 0n, suicides: 0, reverted: 0, internal: 0 }
      for (let left = Math.ceil(blocks * share); left > 0; left -= atOnce) {
        const count = Math.min(left, atOnce)
        await mineRandomBlocks(anvil.rpcUrl, { blocks: count, random, isTyped })
        const { differences, transactions, fromBlock, toBlock } = await reconcile(pool, { blocks: count })
        expect(differences).toEqual([])
        sums.transactions += transactions
        sums.blocks += toBlock - fromBlock + 1n
        for (let block = fromBlock; block <= toBlock; block += 1n)
          countMoves(await getBlockTraces(pool, { block }), sums)
      }
      // No block was skipped.
      expect(sums.blocks).toBe(BigInt(Math.ceil(blocks * share)))
      for (const sum of [sums.transactions, sums.suicides, sums.reverted, sums.internal]) expect(sum).toBeGreaterThan(5)
    },
    600_000,
  )

  it('reads geth’s own traces where a node has no others, and says so where it has none', async () => {
    await using anvil = await startChain()
    await mineRandomBlocks(anvil.rpcUrl, { blocks: 20, random: createRandom(11) })
    await using debugOnly = await createNodeWithout(anvil.rpcUrl, (method) => method.startsWith('trace_'))
    await using pool = createPool(debugOnly.url)
    const found = await reconcile(pool, { blocks: 1000 })
    expect(found).toMatchObject({ chain: 'ethereum', fromBlock: 1n, toBlock: 20n, differences: [] })
    expect(found.addresses).toBeGreaterThan(10)
    await using without = await createNodeWithout(anvil.rpcUrl, (method) => /^(?:trace|debug)_/.test(method))
    await using untraced = createPool(without.url)
    await expect(reconcile(untraced, { blocks: 10 })).rejects.toBeInstanceOf(MethodsMissingError)
  }, 60_000)

  it('burns the fee of blobs', async () => {
    await using anvil = await startChain('--hardfork', 'prague')
    await using pool = createPool(anvil.rpcUrl)
    const account = mnemonicToAccount('test test test test test test test test test test test junk')
    // anvil takes seconds to load its trusted setup with the first blob.
    const transport = http(anvil.rpcUrl, { timeout: 120_000, retryCount: 0 })
    const wallet = createWalletClient({ account, chain: mainnet, transport })
    const mine = () => callNode(anvil.rpcUrl, [['anvil_mine', ['0x1']]])
    const recipient: Address = '0x00000000000000000000000000000000000000b1'
    const hashes: Hex[] = []
    for (const blobs of [[1], [0, 1], [1, 0, 1, 0, 1, 0]] as const) {
      const fees = { maxFeePerBlobGas: parseGwei('5'), maxFeePerGas: parseGwei('20'), gas: 21_000n }
      const sidecars = { blobs: blobs.map(toBlob), kzg: constantKzg }
      hashes.push(await wallet.sendTransaction({ to: recipient, value: 7n, ...fees, ...sidecars }))
      hashes.push(await wallet.sendTransaction({ to: recipient, value: 1n, gas: 21_000n }))
      await mine()
    }
    const receipts = await Promise.all(hashes.map((hash) => getTransactionReceipt(wallet, { hash })))
    const burnt = receipts.map(({ blobGasUsed = 0n, blobGasPrice = 0n }) => blobGasUsed * blobGasPrice)
    expect(receipts.map(({ blobGasUsed = 0n }) => blobGasUsed / 131_072n)).toEqual([1n, 0n, 2n, 0n, 6n, 0n])
    expect(burnt.filter((fee) => fee > 0n)).toHaveLength(3)
    expect(await reconcile(pool, { blocks: 3 })).toMatchObject({ differences: [], transactions: 6 })
    // A node that reports another price for them is detected, because its price differs from the paid one.
    await using liar = await createReplayNode({
      async rpc(method, params) {
        const [result] = await callNode<unknown>(anvil.rpcUrl, [[method, params as unknown[]]])
        return JSON.parse(JSON.stringify(result).replaceAll(/"blobGasPrice":"0x\w+"/g, '"blobGasPrice":"0x0"'))
      },
    })
    await using cheated = createProviderPool({
      chain: chains.ethereum,
      endpoints: [{ url: liar.url, name: 'local', maxBatch: 1 }],
    })
    const { differences } = await reconcile(cheated, { blocks: 3 })
    expect(differences.map(({ what }) => what)).toContain(`${account.address.toLowerCase()} block 1`)
  }, 240_000)

  it('names an address whose balance changed by no transaction, between two of its blocks and after the last', async () => {
    await using anvil = await startChain()
    await using pool = createPool(anvil.rpcUrl)
    const [accounts = []] = await callNode<readonly Address[]>(anvil.rpcUrl, [['eth_accounts', []]])
    const [sender, early, late] = accounts as [Address, Address, Address]
    const mine = () => callNode(anvil.rpcUrl, [['anvil_mine', ['0x1']]])
    const pay = async (to: Address) => {
      await callNode(anvil.rpcUrl, [['eth_sendTransaction', [{ from: sender, to, value: '0x1' }]]])
      await mine()
    }
    // anvil changes the state after its newest block.
    const plant = (address: Address) => callNode(anvil.rpcUrl, [['anvil_setBalance', [address, '0x2a']]])
    await pay(early)
    await pay(late)
    await mine()
    await plant(early)
    await pay(early)
    await plant(late)
    await mine()
    const full = parseEther('10000')
    expect((await reconcile(pool, { blocks: 10 })).differences).toEqual([
      { what: `${early} block 4`, expected: String(full + 2n), actual: '43' },
      { what: `${late} after its last block`, expected: String(full + 1n), actual: '42' },
    ])
  }, 60_000)

  it('counts withdrawals, in gwei, and names one that was not credited', async () => {
    await using anvil = await startChain()
    const validator: Address = '0x00000000000000000000000000000000000000bb'
    await mineRandomBlocks(anvil.rpcUrl, { blocks: 6, random: createRandom(3) })
    // anvil makes no withdrawals, so this node adds one to the sixth block and its amount to the state after that block.
    const withdrawal = { index: '0x0', validatorIndex: '0x1', address: validator, amount: '0xe0' }
    const paid = 224_000_000_000n
    await using node = await createReplayNode({
      async rpc(method, params) {
        const asked = callNode<Record<string, unknown> | null>(anvil.rpcUrl, [[method, params as unknown[]]])
        // anvil may be gone for requests that are sent as the test ends.
        const [result] = await asked.catch(() => [new ReplayError(-32000, 'The chain is gone.')])
        if (result instanceof ReplayError) return result
        const isSixth = method === 'eth_getBlockByNumber' && result?.['number'] === '0x6'
        return isSixth ? { ...result, withdrawals: [withdrawal] } : result
      },
    })
    const ask = async () => {
      const endpoints = [{ url: node.url, name: 'local', maxBatch: 1 }]
      await using pool = createProviderPool({ chain: chains.ethereum, endpoints })
      return (await reconcile(pool, { blocks: 10 })).differences
    }
    expect(await ask()).toEqual([{ what: `${validator} block 6`, expected: String(paid), actual: '0' }])
    await callNode(anvil.rpcUrl, [['anvil_setBalance', [validator, `0x${paid.toString(16)}`]]])
    await callNode(anvil.rpcUrl, [['anvil_mine', ['0x1']]])
    expect(await ask()).toEqual([])
  }, 60_000)

  it('refuses a chain that shares its fees out in another way', async () => {
    await using pool = createPool('http://127.0.0.1:9', chains.base)
    await expect(reconcile(pool, { blocks: 1 })).rejects.toBeInstanceOf(UnknownFeeRulesError)
  })
})

it('rewards of mined blocks are those that nodes traced, with and without an uncle', (test) => {
  type Reward = { readonly author: Address; readonly rewardType: string; readonly value: Hex }
  type Recorded = { readonly block_number: number; readonly traces: readonly { type: string; action: Reward }[] }
  const seen = [11930296, 12498502, 15049646].map((number) => {
    const { traces } = JSON.parse(readLocalRecording(test, `mev-inspect-py/blocks/${number}.json.gz`)) as Recorded
    const rewards = traces.flatMap(({ type, action }) => (type === 'reward' ? [action] : []))
    const [own, ...others] = rewards as [Reward, ...Reward[]]
    // An uncle of age one is paid 7/8, so its age follows from its payment.
    const uncles = others.map(({ author, value }) => ({
      miner: author,
      number: BigInt(number) + (BigInt(value) * 8n) / parseEther('2') - 8n,
    }))
    expect(uncles.every((uncle) => uncle.number < BigInt(number) && uncle.number >= BigInt(number) - 7n)).toBe(true)
    const block = { number: BigInt(number), miner: own.author, difficulty: 1n, uncles }
    expect(computeRewards(block)).toEqual(rewards.map(({ author, value }) => [author, BigInt(value)]))
    expect(computeRewards({ ...block, difficulty: 0n })).toEqual([])
    return others.length
  })
  expect(seen).toContain(1)
})
