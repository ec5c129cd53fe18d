import { chains, createFamilyPool, type FamilyPool } from '@outrigger/core'
import { createSolanaNode, type SolanaNode } from '@outrigger/devnet/solana'
import {
  type Address,
  appendTransactionMessageInstructions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { getCreateAccountInstruction, getTransferSolInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenInstruction,
  getInitializeMint2Instruction,
  getMintToInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getBalance } from './getBalance.ts'
import { getBlock } from './getBlock.ts'
import { getTransaction, type SolanaTransaction } from './getTransaction.ts'
import { getHistory } from './history/getHistory.ts'

let node: SolanaNode
let pool: FamilyPool
let payer: KeyPairSigner
let friend: KeyPairSigner

beforeAll(async () => {
  node = await createSolanaNode()
  pool = createFamilyPool({ chain: chains.solana, endpoints: [node.url] })
  ;[payer, friend] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()])
  for (const { address } of [payer, friend]) node.airdrop(address, 10_000_000_000n)
})
afterAll(async () => {
  await pool?.close()
  await node?.[Symbol.asyncDispose]()
})

const rpc = async <result>(method: string, ...params: readonly unknown[]): Promise<result> =>
  (await pool.send<result>({ interface: 'rpc', method, params })).result as result

/** Signs and sends like Solana's own client. */
async function send(...instructions: readonly Instruction[]): Promise<SolanaTransaction> {
  const { value } = await rpc<{ value: Parameters<typeof setTransactionMessageLifetimeUsingBlockhash>[0] }>(
    'getLatestBlockhash',
  )
  const message = pipe(
    createTransactionMessage({ version: 'legacy' }),
    (one) => setTransactionMessageFeePayerSigner(payer, one),
    (one) => setTransactionMessageLifetimeUsingBlockhash(value, one),
    (one) => appendTransactionMessageInstructions(instructions, one),
  )
  const signed = await signTransactionMessageWithSigners(message)
  const hash = await rpc<string>('sendTransaction', getBase64EncodedWireTransaction(signed), { encoding: 'base64' })
  return getTransaction(pool, { hash })
}
const pay = (destination: Address, amount: bigint) => getTransferSolInstruction({ source: payer, destination, amount })

it('transfers cost what the virtual machine takes, and move what it moves', async () => {
  for (let round = 1n; round <= 50n; round += 1n) {
    const before = [node.balanceOf(payer.address), node.balanceOf(friend.address)] as const
    const found = await send(pay(friend.address, round * 1_000n))
    const deltas = [node.balanceOf(payer.address) - before[0], node.balanceOf(friend.address) - before[1]]
    expect(found).toMatchObject({
      from: payer.address,
      to: friend.address,
      value: round * 1_000n,
      fee: 5_000n,
      status: 'success',
      details: {
        lamportDeltas: [payer.address, friend.address].map((address, index) => ({ address, delta: deltas[index] })),
      },
    })
  }
  const { balance } = await getBalance(pool, { address: payer.address })
  expect(balance).toBe(node.balanceOf(payer.address))
})

it('one that fails pays its fee, moves nothing, and says where it failed', async () => {
  const before = node.balanceOf(payer.address)
  const found = await send(pay(friend.address, 1n), pay(friend.address, 99_000_000_000n))
  // Custom error 1 of the system program: the balance is too small.
  expect(found).toMatchObject({
    status: 'failed',
    to: null,
    value: 0n,
    details: { error: { InstructionError: [1, { Custom: 1 }] } },
  })
  expect(before - node.balanceOf(payer.address)).toBe(found.fee)
})

it('tokens are read through their accounts, with what programs call', async () => {
  const mint = await generateKeyPairSigner()
  const [from, to] = await Promise.all(
    [payer, friend].map(async ({ address: owner }) => {
      const [address] = await findAssociatedTokenPda({ owner, mint: mint.address, tokenProgram: TOKEN_PROGRAM_ADDRESS })
      return address
    }),
  )
  if (from === undefined || to === undefined) throw new TypeError('no account')
  const made = await send(
    getCreateAccountInstruction({
      payer,
      newAccount: mint,
      lamports: node.rentOf(82n),
      space: 82,
      programAddress: TOKEN_PROGRAM_ADDRESS,
    }),
    getInitializeMint2Instruction({ mint: mint.address, decimals: 6, mintAuthority: payer.address }),
    getCreateAssociatedTokenInstruction({ payer, ata: from, owner: payer.address, mint: mint.address }),
    getCreateAssociatedTokenInstruction({ payer, ata: to, owner: friend.address, mint: mint.address }),
    getMintToInstruction({ mint: mint.address, token: from, mintAuthority: payer, amount: 5_000_000n }),
  )
  expect(made.details.tokenDeltas).toEqual([
    { owner: payer.address, account: null, mint: mint.address, decimals: 6, delta: 5_000_000n },
  ])
  // The account program calls the system and token programs, at depth 2.
  expect(made.details.instructions[2]?.inner.map(({ depth }) => depth)).toContain(2)
  // It names accounts, not the friend's own address.
  const moved = await send(
    getTransferCheckedInstruction({
      source: from,
      mint: mint.address,
      destination: to,
      authority: payer,
      amount: 1_250_000n,
      decimals: 6,
    }),
  )
  expect(moved.details.accounts.map(({ address }) => address)).not.toContain(friend.address)
  expect(new Set(moved.details.tokenDeltas)).toEqual(
    new Set([
      { owner: payer.address, account: null, mint: mint.address, decimals: 6, delta: -1_250_000n },
      { owner: friend.address, account: null, mint: mint.address, decimals: 6, delta: 1_250_000n },
    ]),
  )
  const { details } = await getBalance(pool, { address: friend.address })
  expect(details.tokens).toMatchObject([{ account: to, mint: mint.address, amount: 1_250_000n, decimals: 6 }])
  const { transactions, coverage } = await getHistory(pool, { address: friend.address, limit: 2 })
  expect(transactions.map(({ hash }) => hash)).toEqual([moved.hash, made.hash])
  expect(coverage.complete).toBe(true)
})

it('pages of a history are all transactions, and blocks hold each once', async () => {
  const seen: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await getHistory(pool, { address: friend.address, limit: 9, cursor })
    seen.push(...page.transactions.map(({ hash }) => hash))
    cursor = page.nextCursor
  }
  expect(new Set(seen).size).toBe(seen.length)
  const head = (await getBlock(pool, { block: 'latest' })).number
  const inBlocks: string[] = []
  for (let slot = head; slot > 1n; slot -= 1n) {
    const { details, parentHash, hash } = await getBlock(pool, { block: slot, full: true })
    inBlocks.push(...(details.transactionList ?? []).map(({ signature }) => signature))
    expect(hash).not.toBe(parentHash)
  }
  expect(seen).toEqual(inBlocks)
})
