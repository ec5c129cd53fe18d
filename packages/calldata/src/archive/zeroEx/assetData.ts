import type { Address } from 'viem'
import type { Args, Span } from '../../decoder/args.ts'

/** Token or NFT of an order. Null if the calldata does not contain the asset or the asset is of another kind. */
export type Asset = { readonly kind: 'token' | 'nft'; readonly address: Address; readonly tokenId: bigint } | null

/**
 * Reads asset data: the `bytes4` of the asset proxy, then its arguments.
 * @see https://github.com/0xProject/0x-protocol-specification/blob/main/v3/asset-proxy.md
 */
export function toAsset(args: Args, data: Span): Asset {
  if (data.end - data.start < 72) return null
  const fields = args.inside(data, 4)
  switch (args.digits({ start: data.start, end: data.start + 8 })) {
    case 'f47261b0': // ERC20Token(address)
    case 'dc1600f3': // ERC20Bridge(address,address,bytes)
      return { kind: 'token', address: fields.address(0), tokenId: 0n }
    case '02571792': // ERC721Token(address,uint256)
      return { kind: 'nft', address: fields.address(0), tokenId: fields.uint(1) }
    case 'a7cb5fb7': // ERC1155Assets(address,uint256[],uint256[],bytes)
      return { kind: 'nft', address: fields.address(0), tokenId: fields.list(1).uint(0) }
    case '94cfcdd7': {
      // MultiAsset(uint256[],bytes[])
      const assets = fields.list(1)
      return assets.length === 0 ? null : toAsset(assets, assets.bytes(0))
    }
    default:
      return null
  }
}
