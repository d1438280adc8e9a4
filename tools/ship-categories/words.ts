/** Words in the names of gambling sites, in English, Spanish, French, German, Polish and Russian, and brands of casinos. */
export const GAMBLING_WORDS =
  /[ck]a[sz]ino|bet|poker|slot|lott|bingo|gambl|jackpot|roul|vul[ck]an|vavada|black-?jack|wager|bookm|wett|apuest|azart|spin|pin-?up|1win|777|888|togel|judi|vegas|bacc?ara|luck|fortun|parimatch|toto|igrov|kasyn|zaklad/;

/** Words in the names of shops for medicines without prescription, tobacco or drugs. */
export const PHARMACY_WORDS =
  /pill|pharm|farma|apotek|drug|rx|med[sz]|viagr|cialis|levitra|sildena|tadalaf|vardena|kamagra|priligy|propecia|clomid|potenz|weed|cannab|kannab|mari[hj]uana|hemp|thc|cbd|kush|ganja|hash|bong|vap[eo]|smok|tobac|tabak|cigar|steroid|anabol|tramadol|xanax|valium|ambien|adderall|modafinil|codein|oxyco|cocain|mdma|shroom|psyched|kratom|salvia|spice|legal-?high|tablet|prescri|generi[ck]/;

/** Brands that swindlers imitate most. The customers of each sign in. */
export const BRANDS =
  /paypal|amazon|apple-?id|icloud|microsoft|office-?365|outlook|netflix|facebook|instagram|whatsapp|linkedin|google|youtube|steam(?:comm|power)|roblox|discord|dropbox|docusign|adobe|spotify|ebay|coinbase|binance|metamask|blockchain|wellsfargo|bankofamerica|chase-?bank|citibank|hsbc|barclays|lloyds|natwest|santander|bbva|caixabank|sparkasse|postbank|commerzbank|deutsche-?bank|volksbank|credit-?agricole|bnp-?paribas|la-?banque|societe-?generale|ing-?direct|revolut|americanexpress|mastercard|fedex|dhl|usps|royal-?mail|correos|laposte|impots|ameli|hmrc|gov-?uk/;
