import { encodeFunctionData, parseAbi } from 'viem'
import { nft } from '../../contracts/addresses.ts'
import { defineScenario } from '../scenario.ts'

const nftAbi = parseAbi([
  'function ownerOf(uint256 id) view returns (address)',
  'function safeTransferFrom(address from, address to, uint256 id)',
])

/** Transfers a random NFT from its owner to another account. */
export const nftTransfer = defineScenario({
  weight: 2,
  needs: [nft],
  plan: () => (random) => ({ id: random.next() }),
  async build(plan, to, { accounts, client, nftSupply }) {
    if (nftSupply === 0) return undefined
    const id = BigInt(Math.floor(plan.id * nftSupply))
    const owner = await client.readContract({ address: nft, abi: nftAbi, functionName: 'ownerOf', args: [id] })
    const from = accounts.find(({ address }) => address === owner)
    if (from === undefined || from === to) return undefined
    const args = [from.address, to.address, id] as const
    const data = encodeFunctionData({ abi: nftAbi, functionName: 'safeTransferFrom', args })
    return { from, drafts: [{ to: nft, data, gas: 150_000n }] }
  },
})
