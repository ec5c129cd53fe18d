import { each } from '../../decoder/each.ts'
import { defineFunctions, defineProtocol, type Protocol } from '../../decoder/protocol.ts'
import { emitNft } from '../emitNft.ts'

const any = '(address,uint256)'
const specific = '(address,uint256[])'
const trade = emitNft('trade')

const sudoswap = defineProtocol({
  id: 'sudoswap',
  name: 'Sudoswap',
  source: 'https://docs.sudoswap.xyz/contracts',
  contracts: [],
  atAnyAddress: defineFunctions(
    each(
      trade,
      `swapETHForAnyNFTs(${any}[],address,address,uint256)`,
      `swapETHForSpecificNFTs(${specific}[],address,address,uint256)`,
      `swapERC20ForAnyNFTs(${any}[],uint256,address,uint256)`,
      `swapERC20ForSpecificNFTs(${specific}[],uint256,address,uint256)`,
      `swapNFTsForToken(${specific}[],uint256,address,uint256)`,
      `swapNFTsForAnyNFTsThroughETH((${specific}[],${any}[]),uint256,address,address,uint256)`,
      `swapNFTsForSpecificNFTsThroughETH((${specific}[],${specific}[]),uint256,address,address,uint256)`,
      `robustSwapETHForAnyNFTs((${any},uint256)[],address,address,uint256)`,
      `robustSwapETHForSpecificNFTs((${specific},uint256)[],address,address,uint256)`,
      `robustSwapERC20ForAnyNFTs((${any},uint256)[],uint256,address,uint256)`,
      `robustSwapERC20ForSpecificNFTs((${specific},uint256)[],uint256,address,uint256)`,
      `robustSwapNFTsForToken((${specific},uint256)[],address,uint256)`,
      `robustSwapETHForSpecificNFTsAndNFTsToToken(((${specific},uint256)[],(${specific},uint256)[],uint256,address,address))`,
      `robustSwapERC20ForSpecificNFTsAndNFTsToToken(((${specific},uint256)[],(${specific},uint256)[],uint256,address,address))`,
      // The pairs themselves.
      'swapTokenForAnyNFTs(uint256,uint256,address,bool,address)',
      'swapTokenForSpecificNFTs(uint256[],uint256,address,bool,address)',
      'swapNFTsForToken(uint256[],uint256,address,bool,address)',
    ),
  ),
})

const nftx = defineProtocol({
  id: 'nftx',
  name: 'NFTX',
  source: 'https://docs.nftx.io/addresses',
  contracts: [],
  atAnyAddress: defineFunctions(
    each(
      trade,
      'buyAndRedeem(uint256,uint256,uint256[],address[],address)',
      'buyAndRedeemWETH(uint256,uint256,uint256[],uint256,address[],address)',
      'buyAndSwap721(uint256,uint256[],uint256[],address[],address)',
      'buyAndSwap721WETH(uint256,uint256[],uint256[],uint256,address[],address)',
      'buyAndSwap1155(uint256,uint256[],uint256[],uint256[],address[],address)',
      'mintAndSell721(uint256,uint256[],uint256,address[],address)',
      'mintAndSell721WETH(uint256,uint256[],uint256,address[],address)',
      'mintAndSell1155(uint256,uint256[],uint256[],uint256,address[],address)',
      // Vaults: NFTs in for tokens, and back.
      'mint(uint256[],uint256[])',
      'mintTo(uint256[],uint256[],address)',
      'redeem(uint256,uint256[])',
      'redeemTo(uint256,uint256[],address)',
    ),
  ),
})

export const pools: readonly Protocol[] = [sudoswap, nftx]
