import { encodeFunctionData, parseAbi } from 'viem'
import { nft } from '../../contracts/addresses.ts'
import { defineScenario } from '../scenario.ts'

const nftAbi = parseAbi(['function mint(address to)'])

/** Mints an NFT. */
export const nftMint = defineScenario({
  weight: 2,
  needs: [nft],
  plan: () => () => ({}),
  build: (_, from) => ({
    from,
    drafts: [
      { to: nft, data: encodeFunctionData({ abi: nftAbi, functionName: 'mint', args: [from.address] }), gas: 150_000n },
    ],
  }),
})
