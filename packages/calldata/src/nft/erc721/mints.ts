import type { Call } from '../../decoder/call.ts'
import { each } from '../../decoder/each.ts'
import { type Decode, defineFunctions, defineProtocol } from '../../decoder/protocol.ts'
import { emitNft } from '../emitNft.ts'

const mint: Decode = emitNft('mint', { collection: 'self' })

/** Upper limit of a count or an id. Amounts of a fungible token are larger. */
const most = 1_000_000n
const isSmall = (call: Call, index: number) => call.uint(index) < most

/**
 * Decodes functions that ERC-20s, pools and cTokens have too. The call is an NFT mint if it is paid in native
 * currency, or if its number is too small for a token amount. Rejected calls are left to the other protocols with the
 * same selector.
 */
const paid: Decode = (call) => (call.value > 0n ? mint(call) : call.reject())
const counted =
  (index: number): Decode =>
  (call) =>
    isSmall(call, index) ? mint(call) : call.reject()
const paidAndCounted =
  (index: number): Decode =>
  (call) =>
    call.value > 0n && isSmall(call, index) ? mint(call) : call.reject()

/** Decodes a mint for many receivers, with a count for each or one count for all. */
const airdrop: Decode = (call) => {
  const counts = call.list(1)
  if (call.value > 0n || counts.length === 0 || counts.uint(0) >= most) call.reject()
  else mint(call)
}

const proof = 'bytes32[]'
const thirdwebProof = '(bytes32[],uint256,uint256,address)'

/**
 * NFT mints at any address. The tables of lending protocols have precedence, so the `mint` of a cToken is not taken
 * for an NFT mint.
 */
export const nftMint = defineProtocol({
  id: 'nft_mint',
  name: 'NFT mint',
  source: 'https://eips.ethereum.org/EIPS/eip-721',
  contracts: [
    {
      name: 'SeaDrop',
      addresses: {
        ethereum: ['0x00005ea00ac477b1030ce78506496e8c2de24bf5'],
        polygon: ['0x00005ea00ac477b1030ce78506496e8c2de24bf5'],
        arbitrum: ['0x00005ea00ac477b1030ce78506496e8c2de24bf5'],
        optimism: ['0x00005ea00ac477b1030ce78506496e8c2de24bf5'],
        base: ['0x00005ea00ac477b1030ce78506496e8c2de24bf5'],
      },
      functions: defineFunctions(
        each(
          emitNft('mint', { collection: 0, to: 2 }),
          'mintPublic(address,address,address,uint256)',
          'mintAllowList(address,address,address,uint256,(uint256,uint256,uint256,uint256,uint256,uint256,uint256,bool),bytes32[])',
          'mintSigned(address,address,address,uint256,(uint256,uint256,uint256,uint256,uint256,uint256,uint256,bool),uint256,bytes)',
          'mintAllowedTokenHolder(address,address,address,(address,uint256[]))',
        ),
      ),
    },
    {
      name: 'Loot, More Loot',
      addresses: {
        ethereum: ['0xff9c1b15b16263c61d017ee9f65c50e4ae0113d7', '0x1dfe7ca09e99d10835bf73044a23b73fc20623df'],
      },
      functions: defineFunctions(each(emitNft('mint', { collection: 'self', tokenId: 0 }), 'claim(uint256)')),
    },
  ],
  atAnyAddress: defineFunctions({
    ...each(
      paid,
      'mint()',
      'mint(address)',
      'mintTokens(address[])',
      'mintTo(address)',
      'mint(bytes)',
      'mint(uint256,bytes)',
    ),
    ...each(counted(0), 'mint(uint256)', 'mint(uint256,address)', 'claimNFT(uint256)', 'claimNFTs(uint256)'),
    ...each(
      counted(1),
      'mint(address,uint256)',
      'mintTo(address,uint256)',
      'safeMint(address,uint256)',
      `claim(address,uint256,address,uint256,${thirdwebProof},bytes)`,
    ),
    'airdrop(address[],uint256[])': airdrop,
    ...each(
      paidAndCounted(0),
      'purchase(uint256)',
      'buy(uint256)',
      'mint(uint8)',
      'claim(uint256)',
      'mint(uint256,uint256)',
      'buyToken(uint256)',
      `mint(uint256,${proof},bytes32)`,
      `mint(uint256,uint256,${proof})`,
      'presale(uint256)',
      'preSale(uint256)',
      'mint(uint256,string)',
    ),
    ...each(paidAndCounted(1), 'purchaseTo(address,uint256)', 'claim(address,uint256)', 'purchase(address,uint256)'),
    ...each(
      mint,
      'publicMint()',
      'publicMint(uint256)',
      'publicMint(address,uint256)',
      'publicMint(uint256,address)',
      'mintPublic()',
      'mintPublic(uint256)',
      'publicSaleMint(uint256)',
      'mintPublicSale(uint256)',
      'publicSale(uint256)',
      'presaleMint(uint256)',
      `presaleMint(uint256,${proof})`,
      `presaleMint(uint256,uint256,${proof})`,
      'preSaleMint(uint256)',
      'mintPresale(uint256)',
      'mintPreSale(uint256)',
      'presaleMint(uint256,address)',
      `claimPresale(${proof})`,
      'mintGenesis(uint256)',
      `mintPresale(uint256,${proof})`,
      `mintPreSale(uint256,${proof})`,
      `preMint(uint256,${proof})`,
      `whitelistMint(uint256,${proof})`,
      `whitelistMint(${proof})`,
      `whitelistMint(${proof},uint256)`,
      `mintWhitelist(uint256,${proof})`,
      `mintWhitelist(${proof},uint256)`,
      `mintWhitelist(${proof})`,
      `whiteListMint(uint256,${proof})`,
      'whitelistMint(uint256)',
      `whitelistMint(uint256,bytes)`,
      `allowlistMint(uint256,${proof})`,
      `allowListMint(uint256,${proof})`,
      `mintAllowlist(uint256,${proof})`,
      `mintAllowList(uint256,${proof})`,
      'mintAllowList(uint256)',
      `allowlistMint(${proof})`,
      `mintWithProof(uint256,${proof})`,
      `mint(uint256,${proof})`,
      `mint(${proof},uint256)`,
      `mint(${proof})`,
      'freeMint()',
      'freeMint(uint256)',
      `freeMint(${proof})`,
      'mintFree(uint256)',
      'saleMint(uint256)',
      'mintSale(uint256)',
      'mintToken(uint256)',
      'mintTokens(uint256)',
      'mintNFT(uint256)',
      'mintNFT()',
      'mintNFTs(uint256)',
      'mintNft(uint256)',
      'mintMany(uint256)',
      'mintMultiple(uint256)',
      'mintNFT(address,string)',
      'mintNFT(address)',
      'safeMint(address)',
      'safeMint(address,string)',
      'safeMint(address,uint256,string)',
      'safeMint(address,uint256,bytes)',
      'safeMint(uint256)',
      'safeMint()',
      'mintTo(address,string)',
      'mintTo(address,uint256,string,uint256)',
      'mintToken(address,uint256,string)',
      'mintItem(address,string)',
      'mint(address,string)',
      'mint(string)',
      'mint(address,uint256,string)',
      'mintWithTokenURI(address,uint256,string)',
      'mintBatch(uint256)',
      'mintSeveral(uint256)',
      'mintForSelf(uint256)',
      'mintPack(uint256)',
      'mintApe(uint256)',
      'mintDoodle(uint256)',
      'mintNFTAtPresale(uint256)',
      'adoptDog(uint256)',
      'adopt(uint256)',
      'buyNFT(uint256)',
      'mintWithSignature(address,uint256,bytes)',
      'mint(uint256,uint256,bytes)',
      'mint(address,uint256,bytes)',
      'mintSigned(uint256,bytes)',
      'mint(uint256,bool)',
      'summon(uint256)',
      // Zora creators, Manifold claims, thirdweb editions, Art Blocks minters, Galxe, POAP.
      'mintWithRewards(address,uint256,uint256,bytes,address)',
      'mint(address,uint256,uint256,address[],bytes)',
      'mintWithRewards(address,uint256,string,address)',
      'purchaseWithComment(uint256,string)',
      `purchasePresale(uint256,uint256,uint256,${proof})`,
      `mint(address,uint256,uint32,${proof},address)`,
      `mintBatch(address,uint256,uint16,uint32[],${proof}[],address)`,
      `mintProxy(address,uint256,uint16,uint32[],${proof}[],address)`,
      `claim(address,uint256,uint256,address,uint256,${thirdwebProof},bytes)`,
      'claim(uint256,address,uint256,uint256,bytes)',
      'claim(uint256,address,uint256,uint256,address,bytes)',
      'mintToken(uint256,address)',
      'mintToken(uint256,uint256,address)',
      'mintToken(uint256,uint256,address,bytes)',
      'mintToken(uint256,uint256,address,uint256,bytes)',
      'mint(address,uint256,address,uint256,address,string)',
      // Highlight, Unlock's memberships, achievements of RubyScore, cubes of Layer3.
      'vectorMint721(uint256,uint48,address)',
      'mechanicMintNum(bytes32,address,uint32,bytes)',
      'purchase(uint256[],address[],address[],address[],bytes[])',
      'safeMint((address,uint256,uint256[]),bytes)',
      '0xd123b4d8',
      'giftNifty(address,uint256)',
      'mintEventToManyUsers(uint256,address[])',
      'mintUserToManyEvents(uint256[],address)',
      'purchase_H4M(uint256)',
      'purchaseTo_do6(address,uint256)',
      // Loot's owners and other derivatives.
      'mintWithLoot(uint256)',
      'claimForLoot(uint256)',
      'multiClaimForLoot(uint256[])',
      'ownerClaim(uint256)',
    ),
  }),
})
