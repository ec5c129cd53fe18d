import { chains, createFamilyPool } from '@outrigger/core'
import { ReplayError } from '@outrigger/devnet/replay'
import { base58, bech32 } from '@scure/base'
import { sha256 } from 'viem'
import { describe, expect, it } from 'vitest'
import { createBlockNode, recordedBlocks } from '../families/bitcoin/fixtures/recordedBlocks.ts'
import { createCometbftNode, type Scenario, scenarios } from '../families/cosmos/fixtures/recordedChains.ts'
import { readSolanaRows, resultOf as solanaResultOf } from '../families/solana/fixtures/rows.ts'
import type { RpcBlockTransaction, RpcBlock as SolanaBlock } from '../families/solana/rpcTypes.ts'
import { feeTokens } from '../families/starknet/feeTokens.ts'
import { toReplayAnswers } from '../families/starknet/fixtures/replay.ts'
import { readStarknetRows, resultOf as starknetResultOf, toRpcBlock } from '../families/starknet/fixtures/rows.ts'
import type { RpcReceipt, RpcBlock as StarknetBlock } from '../families/starknet/rpcTypes.ts'
import { transferKey } from '../families/starknet/transaction/toTransfers.ts'
import { getBlockTransactions } from '../questions.ts'
import { sketchError } from './compute/sketch.ts'
import { counts } from './count/family.ts'
import { countRecorded } from './fixtures/countRecorded.ts'

// Each recount reads the raw recorded answers, and uses none of the decoders that the counters use.
type Recount = {
  transactions: number
  volume: bigint
  gasUsed: bigint | null
  readonly addresses: Set<string>
}
const createRecount = (): Recount => ({ transactions: 0, volume: 0n, gasUsed: 0n, addresses: new Set() })

function expectSame(counted: Awaited<ReturnType<typeof countRecorded>>, own: Recount, name: string): void {
  const { transactions, volume, gasUsed, addresses } = counted
  expect({ transactions, volume, gasUsed }, name).toEqual({
    transactions: own.transactions,
    volume: own.volume,
    gasUsed: own.gasUsed,
  })
  const tolerance = Math.max(1, 3 * sketchError * own.addresses.size)
  expect(Math.abs(addresses - own.addresses.size), name).toBeLessThanOrEqual(tolerance)
}

describe('solana', () => {
  const voteProgram = 'Vote111111111111111111111111111111111111111'
  const systemProgram = '1'.repeat(32)
  type Instruction = {
    readonly programId?: string
    readonly programIdIndex?: number
    readonly accounts?: readonly number[]
    readonly data?: string
    readonly parsed?: { readonly info?: Record<string, string | number> }
  }
  type Raw = {
    readonly transaction: {
      readonly message: {
        readonly accountKeys: readonly (string | { readonly pubkey: string })[]
        readonly instructions: readonly Instruction[]
      }
    }
    readonly meta: NonNullable<RpcBlockTransaction['meta']>
  }

  function addTransaction(own: Recount, { transaction, meta }: Raw): void {
    const { accountKeys, instructions } = transaction.message
    const { loadedAddresses: loaded } = meta
    const named = accountKeys.map((key) => (typeof key === 'string' ? key : key.pubkey))
    const isParsed = accountKeys.some((key) => typeof key !== 'string')
    const keys = isParsed ? named : [...named, ...(loaded?.writable ?? []), ...(loaded?.readonly ?? [])]
    const programOf = ({ programId, programIdIndex = -1 }: Instruction) => programId ?? keys[programIdIndex]
    own.addresses.add(keys[0] ?? '')
    for (const [index, key] of keys.entries())
      if (String(meta.preBalances[index]) !== String(meta.postBalances[index])) own.addresses.add(key)
    const units = meta.computeUnitsConsumed
    own.gasUsed = units === undefined || units === null || own.gasUsed === null ? null : own.gasUsed + BigInt(units)
    if (instructions.every((one) => programOf(one) === voteProgram)) return
    own.transactions += 1
    if (meta.err !== null) return
    const inner = (meta.innerInstructions ?? []).flatMap((group) => group.instructions as readonly Instruction[])
    for (const one of [...instructions, ...inner]) {
      if (programOf(one) !== systemProgram) continue
      const info = one.parsed?.info
      if (info !== undefined) {
        const isToSelf = info['source'] === (info['destination'] ?? info['newAccount'])
        if (!isToSelf) own.volume += BigInt(info['lamports'] ?? 0)
        continue
      }
      const bytes = Buffer.from(base58.decode(one.data ?? ''))
      const [from, to] = one.accounts ?? []
      if ([0, 2].includes(bytes.readUInt32LE(0)) && from !== to) own.volume += bytes.readBigUInt64LE(4)
    }
  }

  const toBlockAnswers = (blocks: ReadonlyMap<number, SolanaBlock>, head: number) => ({
    rpc(method: string, params: unknown) {
      if (method === 'getGenesisHash') return '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
      if (method === 'getSlot') return head
      if (method !== 'getBlock') return undefined
      const [slot] = params as [number]
      return blocks.get(slot) ?? new ReplayError(-32007, `Slot ${slot} was skipped, or missing`)
    },
  })

  it('counts each recorded block as a recount of its raw transactions does', async (context) => {
    const rows = readSolanaRows(context).filter(({ method }) => method === 'getBlock')
    expect(rows.length).toBeGreaterThanOrEqual(6)
    let moved = 0n
    for (const row of rows) {
      const [slot] = row.params as [number]
      const block = solanaResultOf<SolanaBlock>(row)
      const own = createRecount()
      for (const one of block.transactions ?? []) addTransaction(own, one as unknown as Raw)
      const wanted = { chain: chains.solana, time: Number(block.blockTime), blocks: 1 }
      expectSame(await countRecorded(toBlockAnswers(new Map([[slot, block]]), slot), wanted), own, row.id)
      moved += own.volume
    }
    expect(moved).toBeGreaterThan(0n)
  })

  it('counts recorded transactions of every kind over blocks with a skipped slot between them', async (context) => {
    const rows = readSolanaRows(context).filter(
      (row) => row.method === 'getTransaction' && !Array.isArray(solanaResultOf<RpcBlockTransaction>(row).transaction),
    )
    const all = rows.map((row) => solanaResultOf<RpcBlockTransaction>(row))
    const time = 1_700_000_000
    const toBlock = (slot: number, transactions: readonly RpcBlockTransaction[]) =>
      ({
        blockhash: `block ${slot}`,
        previousBlockhash: `block ${slot - 1}`,
        parentSlot: slot - 1,
        blockHeight: slot,
        blockTime: time + slot,
        rewards: [],
        transactions,
      }) as unknown as SolanaBlock
    const blocks = new Map(
      [1, 2, 4].map((slot, place) => [
        slot,
        toBlock(
          slot,
          all.filter((_, at) => at % 3 === place),
        ),
      ]),
    )
    const own = createRecount()
    for (const one of all) addTransaction(own, one as unknown as Raw)
    expect(own.volume).toBeGreaterThan(0n)
    const counted = await countRecorded(toBlockAnswers(blocks, 4), { chain: chains.solana, time: time + 4, blocks: 5 })
    expectSame(counted, own, 'three blocks')
    expect(counted.blocks).toBe(5)
  })
})

describe('starknet', () => {
  type Sent = {
    readonly transaction: {
      readonly type: string
      readonly sender_address?: string
      readonly contract_address?: string
      readonly calldata?: readonly string[]
    }
    readonly receipt: RpcReceipt
  }
  /** For a message from Ethereum, the contract there, which is its first word. A plain deployment has no sender. */
  const senderOf = ({ transaction: one, receipt }: Sent) =>
    one.type === 'L1_HANDLER'
      ? one.calldata?.[0]
      : one.type === 'DEPLOY_ACCOUNT'
        ? (receipt.contract_address ?? one.contract_address)
        : one.type === 'DEPLOY'
          ? undefined
          : (one.sender_address ?? one.contract_address)
  const strk = BigInt(feeTokens.FRI.address)

  /** Transfers of STRK between two accounts; the sequencer receives only fees. */
  function recountBlock(block: StarknetBlock): Recount {
    const own = createRecount()
    for (const sent of block.transactions as unknown as readonly Sent[]) {
      own.transactions += 1
      const sender = senderOf(sent)
      if (sender !== undefined) own.addresses.add(sender)
      for (const { from_address, keys, data } of sent.receipt.events) {
        if (keys[0] !== transferKey || keys.length > 3 || keys.length + data.length !== 5) continue
        const [from = '', to = '', low = '', high = ''] = [...keys.slice(1), ...data]
        if (BigInt(to) === BigInt(block.sequencer_address ?? 0)) continue
        for (const one of [from, to]) own.addresses.add(one)
        if (BigInt(from_address) === strk && BigInt(from) !== BigInt(to))
          own.volume += BigInt(low) + (BigInt(high) << 128n)
      }
    }
    return own
  }

  const blocksOf = (context: Parameters<typeof readStarknetRows>[0]) => {
    const rows = readStarknetRows(context)
    const recorded = rows.find(({ id }) => id.includes('blockWithReceipts/sepolia3100000'))
    if (recorded === undefined) throw new TypeError('recording absent')
    return [
      ...rows.filter(({ id }) => id.startsWith('feeder:')).map(toRpcBlock),
      starknetResultOf<StarknetBlock>(recorded),
    ]
  }

  async function expectCounted(blocks: readonly StarknetBlock[]): Promise<bigint> {
    let moved = 0n
    for (const block of blocks) {
      const wanted = { chain: chains.starknet, time: block.timestamp, blocks: 1 }
      const { gasUsed: _, ...counted } = await countRecorded(toReplayAnswers({ blocks: [block] }), wanted)
      const own = recountBlock(block)
      expectSame({ ...counted, gasUsed: own.gasUsed }, own, String(block.block_number))
      moved += own.volume
    }
    return moved
  }

  it('counts each recorded block as a recount of its raw receipts does', async (context) => {
    await expectCounted(blocksOf(context))
  })

  it('counts STRK: in recorded blocks of before it had a token, ETH stands in its place', async (context) => {
    const blocks = blocksOf(context).map((block) => {
      const text = JSON.stringify(block).replaceAll(feeTokens.WEI.address, feeTokens.FRI.address)
      return JSON.parse(text.replaceAll('"unit":"WEI"', '"unit":"FRI"')) as StarknetBlock
    })
    expect(await expectCounted(blocks)).toBeGreaterThan(10n ** 18n)
  })
})

describe('cosmos', () => {
  const decode = (text: string) => Buffer.from(text, 'base64').toString()
  /** The address of a module is the first 20 bytes of the SHA-256 of its name. Chains differ in prefix and checksum. */
  const module = bech32.encode('any', bech32.toWords(sha256(Buffer.from('fee_collector'), 'bytes').slice(0, 20)))
  const feeCollector = module.slice('any'.length, -6)
  const whole = scenarios.filter(({ kind, blocks }) => kind === 'C' && blocks.length > 0)

  function recountBlock({ block_results }: Scenario, denom: string) {
    const own = createRecount()
    for (const { code = 0, gas_used, events } of block_results[0]?.result.txs_results ?? []) {
      own.transactions += 1
      own.gasUsed = (own.gasUsed ?? 0n) + BigInt(gas_used ?? 0)
      for (const { type, attributes } of events ?? []) {
        if (type !== 'transfer' || code !== 0) continue
        const of = (name: string) => decode(attributes?.find(({ key }) => decode(key ?? '') === name)?.value ?? '')
        if (of('recipient').includes(feeCollector) || of('sender') === of('recipient')) continue
        const [, amount] = new RegExp(`(?:^|,)(\\d+)${denom}(?:,|$)`).exec(of('amount')) ?? []
        own.volume += BigInt(amount ?? 0)
      }
    }
    return own
  }

  it('counts transactions, gas and volume of each recorded block as a recount of its raw results does', async () => {
    let moved = 0n
    for (const scenario of whole) {
      const block = scenario.blocks[0]?.response.result
      if (block === undefined || scenario.block_results.length === 0) continue
      const time = Math.floor(Date.parse(block.block.header.time) / 1000)
      const counted = await countRecorded(createCometbftNode(scenario, block), {
        chain: chains.cosmoshub,
        time,
        blocks: 1,
      })
      const own = recountBlock(scenario, 'uatom')
      expect(counted, scenario.id).toMatchObject({ transactions: own.transactions, gasUsed: own.gasUsed })
      if (block.block.header.chain_id === 'cosmoshub-4') {
        expect(counted.volume).toBe(own.volume)
        moved += own.volume
      }
    }
    expect(moved).toBeGreaterThan(0n)
  })

  it.each(['basetcro', 'basecro'])('counts %s on the chains of which it is the currency', async (denom) => {
    let moved = 0n
    for (const scenario of whole) {
      const block = scenario.blocks[0]?.response.result
      if (block === undefined || scenario.block_results.length === 0) continue
      await using node = await createCometbftNode(scenario, block)
      await using pool = createFamilyPool({ chain: chains.cosmoshub, endpoints: [node.url] })
      const { transactions } = await getBlockTransactions(pool, { block: BigInt(block.block.header.height) })
      const volume = transactions.reduce((sum, one) => sum + counts.cosmos(one as never, denom).volume, 0n)
      const own = recountBlock(scenario, denom)
      expect(volume, scenario.id).toBe(own.volume)
      moved += own.volume
    }
    expect(moved).toBeGreaterThan(0n)
  })
})

describe('bitcoin', () => {
  const withPrevouts = recordedBlocks.filter(([, { prevouts }]) => prevouts !== null)

  it.each(withPrevouts)('counts %s as a recount of its outputs does', async (name, block) => {
    const own = createRecount()
    for (const { coinbase = false, inputs = [], outputs } of block.expected.txs) {
      const payers = new Set(inputs.map(({ address }) => address))
      for (const { address } of [...inputs, ...outputs]) if (address !== null) own.addresses.add(address)
      if (coinbase) continue
      own.transactions += 1
      for (const { address, value_sat } of outputs)
        if (address === null || !payers.has(address)) own.volume += BigInt(value_sat ?? 0)
    }
    const wanted = { chain: chains.bitcoin, time: block.expected.time, blocks: 1 }
    expectSame(await countRecorded(createBlockNode(block, 'prevouts'), wanted), { ...own, gasUsed: null }, name)
  })
})
