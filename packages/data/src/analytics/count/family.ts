import type { BitcoinTransactionDetails } from '../../families/bitcoin/reader.ts'
import type { CosmosTransactionDetails } from '../../families/cosmos/reader.ts'
import type { FamilyTransaction, OtherFamily } from '../../families/familyData.ts'
import type { SolanaTransactionDetails } from '../../families/solana/getTransaction.ts'
import { toSystemTransfers } from '../../families/solana/transaction/toSystemTransfers.ts'
import { feeTokens } from '../../families/starknet/feeTokens.ts'
import { isSameFelt } from '../../families/starknet/felt.ts'
import type { StarknetTransaction } from '../../families/starknet/getTransaction.ts'

/** The counts of one transaction, which are added to its block. */
type Counted = {
  readonly isUser: boolean
  readonly volume: bigint
  readonly addresses: readonly (string | null)[]
}

type Count = (transaction: FamilyTransaction, nativeDenom: string) => Counted

/**
 * Functions that count the transactions of each family. `nativeDenom` is the unit of the chain's own currency on chains with
 * several currencies, such as those of the Cosmos family.
 */
export const counts: { readonly [family in OtherFamily]: Count } = {
  bitcoin({ details, value }) {
    const { inputs, outputs, coinbase } = details as BitcoinTransactionDetails
    const addresses = [...inputs, ...outputs].map(({ address }) => address)
    return { isUser: !coinbase, volume: coinbase ? 0n : value, addresses }
  },
  solana({ details, status, from }) {
    const { isVote, lamportDeltas, instructions } = details as SolanaTransactionDetails
    const addresses = [from, ...lamportDeltas.map(({ address }) => address)]
    const transfers = status === 'success' ? toSystemTransfers(instructions) : []
    const moved = transfers.filter((one) => one.from !== one.to)
    return { isUser: !isVote, volume: moved.reduce((sum, { lamports }) => sum + lamports, 0n), addresses }
  },
  starknet({ details, status, from }) {
    const { transfers } = details as StarknetTransaction['details']
    const own = transfers.filter(({ token }) => isSameFelt(token, feeTokens.FRI.address))
    const moved = own.filter((one) => !isSameFelt(one.from, one.to))
    const volume = status === 'success' ? moved.reduce((sum, { amount }) => sum + amount, 0n) : 0n
    return { isUser: true, volume, addresses: [from, ...transfers.flatMap((one) => [one.from, one.to])] }
  },
  cosmos({ details, from }, nativeDenom) {
    const { transfers } = details as CosmosTransactionDetails
    const volume = transfers
      .filter(({ sender, recipient }) => sender !== recipient)
      .flatMap(({ amounts }) => amounts)
      .reduce((sum, one) => (one.denom === nativeDenom ? sum + one.amount : sum), 0n)
    return { isUser: true, volume, addresses: [from, ...transfers.flatMap((one) => [one.sender, one.recipient])] }
  },
}
