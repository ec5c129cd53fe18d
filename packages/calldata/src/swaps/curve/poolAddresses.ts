import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'

type Pool = readonly [pool: Address, coins: readonly Address[], underlying?: readonly Address[]]

/** `llamma` are the AMMs of crvUSD's lending markets, which exchange along bands and use other arithmetic. */
type Kind = 'stableswap' | 'cryptoswap' | 'llamma'

/**
 * Curve pools with their coins by index, and the coins of `exchange_underlying` if they differ. Source:
 * https://github.com/curvefi/curve-js (kinds: `is_crypto`, `is_llamma` @ 8cb9f82)
 */
export const curvePools: { readonly [chain in ChainName]?: { readonly [kind in Kind]?: readonly Pool[] } } = {
  ethereum: {
    stableswap: [
      // compound
      [
        '0xa2b47e3d5c44877cca798226b7b8118f9bfb7a56',
        ['0x5d3a536e4d6dbd6114cc1ead35777bab948e3643', '0x39aa39c021dfbae8fac545936693ac917d5e7563'],
        ['0x6b175474e89094c44da98b954eedeac495271d0f', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'],
      ],
      // usdt
      [
        '0x52ea46506b9cc5ef470c5bf89f17dc28bb35d85c',
        [
          '0x5d3a536e4d6dbd6114cc1ead35777bab948e3643',
          '0x39aa39c021dfbae8fac545936693ac917d5e7563',
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
        ],
        [
          '0x6b175474e89094c44da98b954eedeac495271d0f',
          '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
        ],
      ],
      // y
      [
        '0x45f783cce6b7ff23b2ab2d70e416cdb7d6055f51',
        [
          '0x16de59092dae5ccf4a1e6439d611fd0653f0bd01',
          '0xd6ad7a6750a7593e092a9b218d66c0a814a3436e',
          '0x83f798e925bcd4017eb265844fddabb448f1707d',
          '0x73a052500105205d34daf004eab301916da8190f',
        ],
        [
          '0x6b175474e89094c44da98b954eedeac495271d0f',
          '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
          '0x0000000000085d4780b73119b644ae5ecd22b376',
        ],
      ],
      // busd
      [
        '0x79a8c46dea5ada233abaffd40f3a0a2b1e5a4f27',
        [
          '0xc2cb1040220768554cf699b0d863a3cd4324ce32',
          '0x26ea744e5b887e5205727f55dfbe8685e3b21951',
          '0xe6354ed5bc4b393a5aad09f21c46e101e692d447',
          '0x04bc0ab673d88ae9dbc9da2380cb6b79c4bca9ae',
        ],
        [
          '0x6b175474e89094c44da98b954eedeac495271d0f',
          '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
          '0x4fabb145d64652a948d72533023f6e7a623c7c53',
        ],
      ],
      // susd
      [
        '0xa5407eae9ba41422680e2e00537571bcc53efbfd',
        [
          '0x6b175474e89094c44da98b954eedeac495271d0f',
          '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
          '0x57ab1ec28d129707052df4df418d58a2d46d5f51',
        ],
      ],
      // pax
      [
        '0x06364f10b501e868329afbc005b3492902d6c763',
        [
          '0x99d1fa417f94dcd62bfe781a1213c092a47041bc',
          '0x9777d7e2b60bb01759d0e2f8be2095df444cb07e',
          '0x1be5d71f2da660bfdee8012ddc58d024448a0a59',
          '0x8e870d67f660d95d5be530380d0ec0bd388289e1',
        ],
        [
          '0x6b175474e89094c44da98b954eedeac495271d0f',
          '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
          '0x8e870d67f660d95d5be530380d0ec0bd388289e1',
        ],
      ],
      // ren
      [
        '0x93054188d876f558f4a66b2ef1d97d16edf0895b',
        ['0xeb4c2781e4eba804ce9a9803c67d0893436bb27d', '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599'],
      ],
      // sbtc
      [
        '0x7fc77b5c7614e1533320ea6ddc2eb61fa00a9714',
        [
          '0xeb4c2781e4eba804ce9a9803c67d0893436bb27d',
          '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599',
          '0xfe18be6b3bd88a2d2a7f928d00292e7a9963cfc6',
        ],
      ],
      // hbtc
      [
        '0x4ca9b3063ec5866a4b82e437059d2c43d1be596f',
        ['0x0316eb71485b0ab14103307bf65a021042c6d380', '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599'],
      ],
      // 3pool
      [
        '0xbebc44782c7db0a1a60cb6fe97d0b483032ff1c7',
        [
          '0x6b175474e89094c44da98b954eedeac495271d0f',
          '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
        ],
      ],
      // gusd
      [
        '0x4f062658eaaf2c1ccf8c8e36d6824cdf41167956',
        ['0x056fd409e1d7a124bd7017459dfea2f387b6d5cd', '0x6c3f90f043a72fa612cbac8115ee7e52bde6e490'],
        [
          '0x056fd409e1d7a124bd7017459dfea2f387b6d5cd',
          '0x6b175474e89094c44da98b954eedeac495271d0f',
          '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
        ],
      ],
      // husd
      [
        '0x3ef6a01a0f81d6046290f3e2a8c5b843e738e604',
        ['0xdf574c24545e5ffecb9a659c229253d4111d87e1', '0x6c3f90f043a72fa612cbac8115ee7e52bde6e490'],
        [
          '0xdf574c24545e5ffecb9a659c229253d4111d87e1',
          '0x6b175474e89094c44da98b954eedeac495271d0f',
          '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
        ],
      ],
      // usdk
      [
        '0x3e01dd8a5e1fb3481f0f589056b428fc308af0fb',
        ['0x1c48f86ae57291f7686349f12601910bd8d470bb', '0x6c3f90f043a72fa612cbac8115ee7e52bde6e490'],
        [
          '0x1c48f86ae57291f7686349f12601910bd8d470bb',
          '0x6b175474e89094c44da98b954eedeac495271d0f',
          '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
        ],
      ],
      // usdn
      [
        '0x0f9cb53ebe405d49a0bbdbd291a65ff571bc83e1',
        ['0x674c6ad92fd080e4004b2312b45f796a192d27a0', '0x6c3f90f043a72fa612cbac8115ee7e52bde6e490'],
        [
          '0x674c6ad92fd080e4004b2312b45f796a192d27a0',
          '0x6b175474e89094c44da98b954eedeac495271d0f',
          '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
        ],
      ],
      // musd
      [
        '0x8474ddbe98f5aa3179b3b3f5942d724afcdec9f6',
        ['0xe2f2a5c287993345a840db3b0845fbc70f5935a5', '0x6c3f90f043a72fa612cbac8115ee7e52bde6e490'],
        [
          '0xe2f2a5c287993345a840db3b0845fbc70f5935a5',
          '0x6b175474e89094c44da98b954eedeac495271d0f',
          '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
        ],
      ],
      // rsv
      [
        '0xc18cc39da8b11da8c3541c598ee022258f9744da',
        ['0x196f4727526ea7fb1e17b2071b3d8eaa38486988', '0x6c3f90f043a72fa612cbac8115ee7e52bde6e490'],
        [
          '0x196f4727526ea7fb1e17b2071b3d8eaa38486988',
          '0x6b175474e89094c44da98b954eedeac495271d0f',
          '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
        ],
      ],
      // tbtc
      [
        '0xc25099792e9349c7dd09759744ea681c7de2cb66',
        ['0x8daebade922df735c38c80c7ebd708af50815faa', '0x075b1bb99792c9e1041ba13afef80c91a1e70fb3'],
        [
          '0x8daebade922df735c38c80c7ebd708af50815faa',
          '0xeb4c2781e4eba804ce9a9803c67d0893436bb27d',
          '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599',
          '0xfe18be6b3bd88a2d2a7f928d00292e7a9963cfc6',
        ],
      ],
      // dusd
      [
        '0x8038c01a0390a8c547446a0b2c18fc9aefecc10c',
        ['0x5bc25f649fc4e26069ddf4cf4010f9f706c23831', '0x6c3f90f043a72fa612cbac8115ee7e52bde6e490'],
        [
          '0x5bc25f649fc4e26069ddf4cf4010f9f706c23831',
          '0x6b175474e89094c44da98b954eedeac495271d0f',
          '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
        ],
      ],
      // pbtc
      [
        '0x7f55dde206dbad629c080068923b36fe9d6bdbef',
        ['0x5228a22e72ccc52d415ecfd199f99d0665e7733b', '0x075b1bb99792c9e1041ba13afef80c91a1e70fb3'],
        [
          '0x5228a22e72ccc52d415ecfd199f99d0665e7733b',
          '0xeb4c2781e4eba804ce9a9803c67d0893436bb27d',
          '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599',
          '0xfe18be6b3bd88a2d2a7f928d00292e7a9963cfc6',
        ],
      ],
      // bbtc
      [
        '0x071c661b4deefb59e2a3ddb20db036821eee8f4b',
        ['0x9be89d2a4cd102d8fecc6bf9da793be995c22541', '0x075b1bb99792c9e1041ba13afef80c91a1e70fb3'],
        [
          '0x9be89d2a4cd102d8fecc6bf9da793be995c22541',
          '0xeb4c2781e4eba804ce9a9803c67d0893436bb27d',
          '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599',
          '0xfe18be6b3bd88a2d2a7f928d00292e7a9963cfc6',
        ],
      ],
      // obtc
      [
        '0xd81da8d904b52208541bade1bd6595d8a251f8dd',
        ['0x8064d9ae6cdf087b1bcd5bdf3531bd5d8c537a68', '0x075b1bb99792c9e1041ba13afef80c91a1e70fb3'],
        [
          '0x8064d9ae6cdf087b1bcd5bdf3531bd5d8c537a68',
          '0xeb4c2781e4eba804ce9a9803c67d0893436bb27d',
          '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599',
          '0xfe18be6b3bd88a2d2a7f928d00292e7a9963cfc6',
        ],
      ],
      // seth
      [
        '0xc5424b857f758e906013f3555dad202e4bdb4567',
        ['0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', '0x5e74c9036fb86bd7ecdcb084a0673efc32ea31cb'],
      ],
      // eurs
      [
        '0x0ce6a5ff5217e38315f87032cf90686c96627caa',
        ['0xdb25f211ab05b1c97d595516f45794528a807ad8', '0xd71ecff9342a5ced620049e616c5035f1db98620'],
      ],
      // ust
      [
        '0x890f4e345b1daed0367a877a1612f86a1f86985f',
        ['0xa47c8bf37f92abed4a126bda807a7b7498661acd', '0x6c3f90f043a72fa612cbac8115ee7e52bde6e490'],
        [
          '0xa47c8bf37f92abed4a126bda807a7b7498661acd',
          '0x6b175474e89094c44da98b954eedeac495271d0f',
          '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
        ],
      ],
      // aave
      [
        '0xdebf20617708857ebe4f679508e7b7863a8a8eee',
        [
          '0x028171bca77440897b824ca71d1c56cac55b68a3',
          '0xbcca60bb61934080951369a648fb03df4f96263c',
          '0x3ed3b47dd13ec9a98b44e6204a523e766b225811',
        ],
        [
          '0x6b175474e89094c44da98b954eedeac495271d0f',
          '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
        ],
      ],
      // steth
      [
        '0xdc24316b9ae028f1497c275eb9192a3ea0f67022',
        ['0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', '0xae7ab96520de3a18e5e111b5eaab095312d7fe84'],
      ],
      // saave
      [
        '0xeb16ae0052ed37f479f7fe63849198df1765a733',
        ['0x028171bca77440897b824ca71d1c56cac55b68a3', '0x6c5024cd4f8a59110119c56f8933403a539555eb'],
        ['0x6b175474e89094c44da98b954eedeac495271d0f', '0x57ab1ec28d129707052df4df418d58a2d46d5f51'],
      ],
      // ankreth
      [
        '0xa96a65c051bf88b4095ee1f2451c2a9d43f53ae2',
        ['0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', '0xe95a203b1a91a908f9b9ce46459d101078c2c3cb'],
      ],
      // usdp
      [
        '0x42d7025938bec20b69cbae5a77421082407f053a',
        ['0x1456688345527be1f37e9e627da0837d6f08c925', '0x6c3f90f043a72fa612cbac8115ee7e52bde6e490'],
        [
          '0x1456688345527be1f37e9e627da0837d6f08c925',
          '0x6b175474e89094c44da98b954eedeac495271d0f',
          '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
        ],
      ],
      // ironbank
      [
        '0x2dded6da1bf5dbdf597c45fcfaa3194e53ecfeaf',
        [
          '0x8e595470ed749b85c6f7669de83eae304c2ec68f',
          '0x76eb2fe28b36b3ee97f3adae0c69606eedb2a37c',
          '0x48759f220ed983db51fa7a8c0d2aab8f3ce4166a',
        ],
        [
          '0x6b175474e89094c44da98b954eedeac495271d0f',
          '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
        ],
      ],
      // link
      [
        '0xf178c0b5bb7e7abf4e12a4838c7b7c5ba2c623c0',
        ['0x514910771af9ca656af840dff83e8264ecf986ca', '0xbbc455cb4f1b9e4bfc4b73970d360c8f032efee6'],
      ],
      // tusd
      [
        '0xecd5e75afb02efa118af914515d6521aabd189f1',
        ['0x0000000000085d4780b73119b644ae5ecd22b376', '0x6c3f90f043a72fa612cbac8115ee7e52bde6e490'],
        [
          '0x0000000000085d4780b73119b644ae5ecd22b376',
          '0x6b175474e89094c44da98b954eedeac495271d0f',
          '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
        ],
      ],
      // frax
      [
        '0xd632f22692fac7611d2aa1c0d552930d43caed3b',
        ['0x853d955acef822db058eb8505911ed77f175b99e', '0x6c3f90f043a72fa612cbac8115ee7e52bde6e490'],
        [
          '0x853d955acef822db058eb8505911ed77f175b99e',
          '0x6b175474e89094c44da98b954eedeac495271d0f',
          '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
        ],
      ],
      // lusd
      [
        '0xed279fdd11ca84beef15af5d39bb4d4bee23f0ca',
        ['0x5f98805a4e8be255a32880fdec7f6728c6568ba0', '0x6c3f90f043a72fa612cbac8115ee7e52bde6e490'],
        [
          '0x5f98805a4e8be255a32880fdec7f6728c6568ba0',
          '0x6b175474e89094c44da98b954eedeac495271d0f',
          '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
        ],
      ],
      // busdv2
      [
        '0x4807862aa8b2bf68830e4c8dc86d0e9a998e085a',
        ['0x4fabb145d64652a948d72533023f6e7a623c7c53', '0x6c3f90f043a72fa612cbac8115ee7e52bde6e490'],
        [
          '0x4fabb145d64652a948d72533023f6e7a623c7c53',
          '0x6b175474e89094c44da98b954eedeac495271d0f',
          '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
        ],
      ],
      // reth
      [
        '0xf9440930043eb3997fc70e1339dbb11f341de7a8',
        ['0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', '0x9559aaa82d9649c7a7b220e7c461d2e74c9a3593'],
      ],
      // alusd
      [
        '0x43b4fdfd4ff969587185cdb6f0bd875c5fc83f8c',
        ['0xbc6da0fe9ad5f3b0d58160288917aa56653660e9', '0x6c3f90f043a72fa612cbac8115ee7e52bde6e490'],
        [
          '0xbc6da0fe9ad5f3b0d58160288917aa56653660e9',
          '0x6b175474e89094c44da98b954eedeac495271d0f',
          '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
        ],
      ],
      // mim
      [
        '0x5a6a4d54456819380173272a5e8e9b9904bdf41b',
        ['0x99d8a9c45b2eca8864373a26d1459e3dff1e17f3', '0x6c3f90f043a72fa612cbac8115ee7e52bde6e490'],
        [
          '0x99d8a9c45b2eca8864373a26d1459e3dff1e17f3',
          '0x6b175474e89094c44da98b954eedeac495271d0f',
          '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
        ],
      ],
      // eurt
      [
        '0xfd5db7463a3ab53fd211b4af195c5bccc1a03890',
        ['0xc581b735a1688071a1746c968e0798d642ede491', '0xd71ecff9342a5ced620049e616c5035f1db98620'],
      ],
      // rai
      [
        '0x618788357d0ebd8a37e763adab3bc575d54c2c7d',
        ['0x03ab458634910aad20ef5f1c8ee96f1d6ac54919', '0x6c3f90f043a72fa612cbac8115ee7e52bde6e490'],
        [
          '0x03ab458634910aad20ef5f1c8ee96f1d6ac54919',
          '0x6b175474e89094c44da98b954eedeac495271d0f',
          '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
        ],
      ],
      // 2pool
      [
        '0x1005f7406f32a61bd760cfa14accd2737913d546',
        ['0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', '0xdac17f958d2ee523a2206206994597c13d831ec7'],
      ],
      // 4pool
      [
        '0x4e0915c88bc70750d68c481540f081fefaf22273',
        [
          '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
          '0xa693b19d2931d498c5b318df961919bb4aee87a5',
          '0x853d955acef822db058eb8505911ed77f175b99e',
        ],
      ],
      // fraxusdc
      [
        '0xdcef968d416a41cdac0ed8702fac8128a64241a2',
        ['0x853d955acef822db058eb8505911ed77f175b99e', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'],
      ],
      // fraxusdp
      [
        '0xae34574ac03a15cd58a92dc79de7b1a0800f1ce3',
        ['0x853d955acef822db058eb8505911ed77f175b99e', '0x8e870d67f660d95d5be530380d0ec0bd388289e1'],
      ],
      // wbeth
      [
        '0xbfab6fa95e0091ed66058ad493189d2cb29385e6',
        ['0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', '0xa2e3356610840701bdf5611a53974510ae27e2e1'],
      ],
      // crvUSD/USDC
      [
        '0x4dece678ceceb27446b35c672dc7d61f30bad69e',
        ['0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', '0xf939e0a03fb07f59a73314e73794be0e57ac1b4e'],
      ],
      // crvUSD/USDT
      [
        '0x390f3595bca2df7d23783dfd126427cceb997bf4',
        ['0xdac17f958d2ee523a2206206994597c13d831ec7', '0xf939e0a03fb07f59a73314e73794be0e57ac1b4e'],
      ],
    ],
    cryptoswap: [
      // tricrypto2
      [
        '0xd51a44d3fae010294c616388b506acda1bfaae46',
        [
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
          '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599',
          '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
        ],
        [
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
          '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599',
          '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
        ],
      ],
      // eurtusd
      [
        '0x9838eccc42659fa8aa7daf2ad134b53984c9427b',
        ['0xc581b735a1688071a1746c968e0798d642ede491', '0x6c3f90f043a72fa612cbac8115ee7e52bde6e490'],
        [
          '0xc581b735a1688071a1746c968e0798d642ede491',
          '0x6b175474e89094c44da98b954eedeac495271d0f',
          '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
        ],
      ],
      // eursusd
      [
        '0x98a7f18d4e56cfe84e3d081b40001b3d5bd3eb8b',
        ['0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', '0xdb25f211ab05b1c97d595516f45794528a807ad8'],
      ],
      // cvxeth
      [
        '0xb576491f1e6e5e62f1d8f26062ee822b40b0e0d4',
        ['0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', '0x4e3fbd56cd56c3e72c1403e103b45db9da5b9d2b'],
        ['0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', '0x4e3fbd56cd56c3e72c1403e103b45db9da5b9d2b'],
      ],
      // xautusd
      [
        '0xadcfcf9894335dc340f6cd182afa45999f45fc44',
        ['0x68749665ff8d2d112fa859aa293f07a622782f38', '0x6c3f90f043a72fa612cbac8115ee7e52bde6e490'],
        [
          '0x68749665ff8d2d112fa859aa293f07a622782f38',
          '0x6b175474e89094c44da98b954eedeac495271d0f',
          '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
        ],
      ],
      // spelleth
      [
        '0x98638facf9a3865cd033f36548713183f6996122',
        ['0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', '0x090185f2135308bad17527004364ebcc2d37e5f6'],
        ['0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', '0x090185f2135308bad17527004364ebcc2d37e5f6'],
      ],
      // teth
      [
        '0x752ebeb79963cf0732e9c0fec72a49fd1defaeac',
        ['0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', '0xcdf7028ceab81fa0c6971208e83fa7872994bee5'],
        ['0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', '0xcdf7028ceab81fa0c6971208e83fa7872994bee5'],
      ],
      // euroc
      [
        '0xe84f5b1582ba325fdf9ce6b0c1f087ccfc924e54',
        ['0x1abaea1f7c830bd89acc67ec4af516284b1bc33c', '0x6c3f90f043a72fa612cbac8115ee7e52bde6e490'],
        [
          '0x1abaea1f7c830bd89acc67ec4af516284b1bc33c',
          '0x6b175474e89094c44da98b954eedeac495271d0f',
          '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
        ],
      ],
      // tricryptoUSDC
      [
        '0x7f86bf177dd4f3494b841a37e810a34dd56c829b',
        [
          '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599',
          '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
        ],
      ],
      // tricryptoUSDT
      [
        '0xf5f5b97624542d72a9e06f04804bf81baa15e2b4',
        [
          '0xdac17f958d2ee523a2206206994597c13d831ec7',
          '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599',
          '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
        ],
      ],
    ],
    llamma: [
      // sfrxeth
      [
        '0x136e783846ef68c8bd00a3369f787df8d683a696',
        ['0xf939e0a03fb07f59a73314e73794be0e57ac1b4e', '0xac3e018457b222d93114458476f3e3416abbe38f'],
      ],
      // wsteth
      [
        '0x37417b2238aa52d0dd2d6252d989e728e8f706e4',
        ['0xf939e0a03fb07f59a73314e73794be0e57ac1b4e', '0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0'],
      ],
      // wbtc
      [
        '0xe0438eb3703bf871e31ce639bd351109c88666ea',
        ['0xf939e0a03fb07f59a73314e73794be0e57ac1b4e', '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599'],
      ],
      // weth
      [
        '0x1681195c176239ac5e72d9aebacf5b2492e0c4ee',
        ['0xf939e0a03fb07f59a73314e73794be0e57ac1b4e', '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'],
      ],
      // sfrxeth2
      [
        '0xfa96ad0a9e64261db86950e2da362f5572c5c6fd',
        ['0xf939e0a03fb07f59a73314e73794be0e57ac1b4e', '0xac3e018457b222d93114458476f3e3416abbe38f'],
      ],
      // tbtc
      [
        '0xf9bd9da2427a50908c4c6d1599d8e62837c2bcb0',
        ['0xf939e0a03fb07f59a73314e73794be0e57ac1b4e', '0x18084fba666a33d37592fa2633fd49a74dd93a88'],
      ],
    ],
  },
  polygon: {
    stableswap: [
      // aave
      [
        '0x445fe580ef8d70ff569ab36e80c647af338db351',
        [
          '0x27f8d03b3a2196956ed754badc28d73be8830a6e',
          '0x1a13f4ca1d028320a707d99520abfefca3998b7f',
          '0x60d55f02a771d515e077c9c2403a1ef324885cec',
        ],
        [
          '0x8f3cf7ad23cd3cadbd9735aff958023239c6a063',
          '0x2791bca1f2de4661ed88a30c99a7a9449aa84174',
          '0xc2132d05d31c914a87c6611c10748aeb04b58e8f',
        ],
      ],
      // ren
      [
        '0xc2d95eef97ec6c17551d45e77b590dc1f9117c67',
        ['0x5c2ed810328349100a66b82b78a1791b101c9d61', '0xdbf31df14b66535af65aac99c32e9ea844e14501'],
        ['0x1bfd67037b42cf73acf2047067bd4f2c47d9bfd6', '0xdbf31df14b66535af65aac99c32e9ea844e14501'],
      ],
    ],
    cryptoswap: [
      // atricrypto3
      [
        '0x92215849c439e1f8612b6646060b4e3e5ef822cc',
        [
          '0xe7a24ef0c5e95ffb0f6684b813a78f2a3ad7d171',
          '0x5c2ed810328349100a66b82b78a1791b101c9d61',
          '0x28424507fefb6f7f8e9d3860f56504e4e5f5f390',
        ],
        [
          '0x8f3cf7ad23cd3cadbd9735aff958023239c6a063',
          '0x2791bca1f2de4661ed88a30c99a7a9449aa84174',
          '0xc2132d05d31c914a87c6611c10748aeb04b58e8f',
          '0x1bfd67037b42cf73acf2047067bd4f2c47d9bfd6',
          '0x7ceb23fd6bc0add59e62ac25578270cff1b9f619',
        ],
      ],
      // eurtusd
      [
        '0xb446bf7b8d6d4276d0c75ec0e3ee8dd7fe15783a',
        ['0x7bdf330f423ea880ff95fc41a280fd5ecfd3d09f', '0xe7a24ef0c5e95ffb0f6684b813a78f2a3ad7d171'],
        [
          '0x7bdf330f423ea880ff95fc41a280fd5ecfd3d09f',
          '0x8f3cf7ad23cd3cadbd9735aff958023239c6a063',
          '0x2791bca1f2de4661ed88a30c99a7a9449aa84174',
          '0xc2132d05d31c914a87c6611c10748aeb04b58e8f',
        ],
      ],
      // eursusd
      [
        '0x9b3d675fdbe6a0935e8b7d1941bc6f78253549b7',
        ['0xe111178a87a3bff0c8d18decba5798827539ae99', '0xe7a24ef0c5e95ffb0f6684b813a78f2a3ad7d171'],
        [
          '0xe111178a87a3bff0c8d18decba5798827539ae99',
          '0x8f3cf7ad23cd3cadbd9735aff958023239c6a063',
          '0x2791bca1f2de4661ed88a30c99a7a9449aa84174',
          '0xc2132d05d31c914a87c6611c10748aeb04b58e8f',
        ],
      ],
    ],
  },
  arbitrum: {
    stableswap: [
      // 2pool
      [
        '0x7f90122bf0700f9e7e1f688fe926940e8839f353',
        ['0xff970a61a04b1ca14834a43f5de4533ebddb5cc8', '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9'],
      ],
      // ren
      [
        '0x3e01dd8a5e1fb3481f0f589056b428fc308af0fb',
        ['0x2f2a2543b76a4166549f7aab2e75bef0aefc5b0f', '0xdbf31df14b66535af65aac99c32e9ea844e14501'],
      ],
      // wsteth
      [
        '0x6eb2dc694eb516b16dc9fbc678c60052bbdd7d80',
        ['0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', '0x5979d7b546e38e414f7e9822514be443a4800529'],
      ],
    ],
    cryptoswap: [
      // tricrypto
      [
        '0x960ea3e3c7fb317332d990873d354e18d7645590',
        [
          '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9',
          '0x2f2a2543b76a4166549f7aab2e75bef0aefc5b0f',
          '0x82af49447d8a07e3bd95bd0d56f35241523fbab1',
        ],
        [
          '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9',
          '0x2f2a2543b76a4166549f7aab2e75bef0aefc5b0f',
          '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
        ],
      ],
      // eursusd
      [
        '0xa827a652ead76c6b0b3d19dba05452e06e25c27e',
        ['0xd22a58f79e9481d1a88e00c343885a588b34b68b', '0x7f90122bf0700f9e7e1f688fe926940e8839f353'],
        [
          '0xd22a58f79e9481d1a88e00c343885a588b34b68b',
          '0xff970a61a04b1ca14834a43f5de4533ebddb5cc8',
          '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9',
        ],
      ],
    ],
  },
  optimism: {
    stableswap: [
      // 3pool
      [
        '0x1337bedc9d22ecbe766df105c9623922a27963ec',
        [
          '0xda10009cbd5d07dd0cecc66161fc93d7c9000da1',
          '0x7f5c764cbc14f9669b88837ca1490cca17c31607',
          '0x94b008aa00579c1307b0ef2c499ad98a8ce58e58',
        ],
      ],
      // wsteth
      [
        '0xb90b9b1f91a01ea22a182cd84c1e22222e39b415',
        ['0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', '0x1f32b1c2345538c0c6f582fcb022739c4a194ebb'],
      ],
    ],
  },
  gnosis: {
    stableswap: [
      // 3pool
      [
        '0x7f90122bf0700f9e7e1f688fe926940e8839f353',
        [
          '0xe91d153e0b41518a2ce8dd3d7944fa863463a97d',
          '0xddafbb505ad214d7b80b1f830fccc89b60fb7a83',
          '0x4ecaba5870353805a9f068101a40e0f32ed605c6',
        ],
      ],
      // rai
      [
        '0x85ba9dfb4a3e4541420fc75be02e2b42042d7e46',
        ['0xd7a28aa9c470e7e9d8c676bcd5dd2f40c5683afa', '0x1337bedc9d22ecbe766df105c9623922a27963ec'],
        [
          '0xd7a28aa9c470e7e9d8c676bcd5dd2f40c5683afa',
          '0xe91d153e0b41518a2ce8dd3d7944fa863463a97d',
          '0xddafbb505ad214d7b80b1f830fccc89b60fb7a83',
          '0x4ecaba5870353805a9f068101a40e0f32ed605c6',
        ],
      ],
    ],
    cryptoswap: [
      // tricrypto
      [
        '0x5633e00994896d0f472926050ecb32e38bef3e65',
        [
          '0x1337bedc9d22ecbe766df105c9623922a27963ec',
          '0x8e5bbbb09ed1ebde8674cda39a0c169401db4252',
          '0x6a023ccd1ff6f2045c3309768ead9e68f978f6e1',
        ],
        [
          '0xe91d153e0b41518a2ce8dd3d7944fa863463a97d',
          '0xddafbb505ad214d7b80b1f830fccc89b60fb7a83',
          '0x4ecaba5870353805a9f068101a40e0f32ed605c6',
          '0x8e5bbbb09ed1ebde8674cda39a0c169401db4252',
          '0x6a023ccd1ff6f2045c3309768ead9e68f978f6e1',
        ],
      ],
      // eureusd
      [
        '0x056c6c5e684cec248635ed86033378cc444459b0',
        ['0xcb444e90d8198415266c6a2724b7900fb12fc56e', '0x1337bedc9d22ecbe766df105c9623922a27963ec'],
        [
          '0xcb444e90d8198415266c6a2724b7900fb12fc56e',
          '0xe91d153e0b41518a2ce8dd3d7944fa863463a97d',
          '0xddafbb505ad214d7b80b1f830fccc89b60fb7a83',
          '0x4ecaba5870353805a9f068101a40e0f32ed605c6',
        ],
      ],
    ],
  },
}

/** Zaps, which add or remove liquidity of a metapool in the coins of its base pool. */
export const curveZaps: { readonly [chain in ChainName]?: readonly Address[] } = {
  ethereum: [
    '0x094d12e5b541784701fd8d65f11fc0598fbc6332',
    '0x09672362833d8f703d5395ef3252d4bfa51c15ca',
    '0x11f419adabbff8d595e7d5b223eee3863bb3902c',
    '0x3993d34e7e99abf6b6f367309975d1360222d446',
    '0x3c8caee4e09296800f8d29a68fa3837e2dae4940',
    '0x5d0f47b32fdd343bfa74ce221808e2abe4a53827',
    '0x61e10659fe3aa93d036d099405224e4ac24996d0',
    '0x64448b78561690b70e17cbe8029a3e5c1bb7136e',
    '0x803a2b40c5a9bb2b86dd630b274fa2a9202874c2',
    '0xa50ccc70b6a011cffddf45057e39679379187287',
    '0xa79828df1850e8a3a3064576f380d90aecdd3359',
    '0xaa82ca713d94bba7a89ceab55314f9effeddc78c',
    '0xac795d2c97e60df6a99ff1c814727302fd747a80',
    '0xb0a0716841f2fc03fba72a891b8bb13584f52f2d',
    '0xb6c057591e073249f2d9d88ba59a46cfc9b59edb',
    '0xbbc81d23ea2c3ec7e56d39296f0cbb648873a5d3',
    '0xbe175115bf33e12348ff77ccfee4726866a0fbd5',
    '0xc45b2eee6e09ca176ca3bb5f7eee7c47bf93c756',
    '0xc5fa220347375ac4f91f9e4a4aab362f22801504',
    '0xcb636b81743bb8a7f1e355debb7d33b07009cccc',
    '0xd446a98f88e1d053d1f64986e3ed083bb1ab7e5a',
    '0xd5bcf53e2c81e1991570f33fa881c49eea570c8d',
    '0xeb21209ae4c2c9ff2a86aca31e123764a3b6bc06',
    '0xf1f85a74ad6c64315f85af52d3d46bf715236adc',
    '0xfcba3e75865d2d561be8d220616520c171f12851',
  ],
  polygon: [
    '0x1d8b86e3d88cdb2d34688e87e72f388cb541b7c8',
    '0x225fb4176f0e20cdb66b4a3df70ca3063281e855',
    '0x4df7ef55e99a56851187822d96b4e17d98a47ded',
  ],
  arbitrum: ['0x25e2e8d104bc1a70492e2be32da7c1f8367f9d2c', '0xf97c707024ef0dd3e77a0824555a46b622bfb500'],
  gnosis: [
    '0xdf6eb52c4a9d7d5964b918c50d47a643fd7d3d4c',
    '0xe3fff29d4dc930ebb787fecd49ee5963dadf60b6',
    '0xf182926a64c0a19234e7e1fcdfe772aa7a1ca351',
  ],
}
