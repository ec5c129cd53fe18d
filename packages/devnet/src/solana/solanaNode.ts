import { type Address, lamports } from '@solana/kit'
import { LiteSVM } from 'litesvm'
import { createReplayNode } from '../replay/index.ts'
import { createLedger } from './ledger.ts'
import { createRpcMethods, type RpcParams } from './rpcMethods.ts'

export type SolanaNode = Awaited<ReturnType<typeof createSolanaNode>>

/**
 * A node of Solana over litesvm, Agave's own virtual machine: what transactions do, cost and say is real. Blocks, their
 * hashes and times, and that all is final at once, are made up here. Listens on 127.0.0.1.
 */
export async function createSolanaNode() {
  const svm = new LiteSVM()
  const methods = createRpcMethods(svm, createLedger(svm))
  const node = await createReplayNode({
    rpc: (method, params) => methods[method]?.((params ?? []) as RpcParams),
  })
  return {
    url: node.url,
    /** Lamports from nowhere. */
    airdrop: (address: Address, amount: bigint) => void svm.airdrop(address, lamports(amount)),
    /** What the virtual machine itself says. */
    balanceOf: (address: Address): bigint => svm.getBalance(address) ?? 0n,
    rentOf: (bytes: bigint): bigint => svm.minimumBalanceForRentExemption(bytes),
    [Symbol.asyncDispose]: node[Symbol.asyncDispose],
  }
}
