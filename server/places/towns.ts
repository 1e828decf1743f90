/** Large towns of the offline address provider, by population. */
export interface Town {
  name: string;
  /** State in the United States. */
  state?: string;
  /** The first of its postal codes. */
  postalCode: string;
  countryCode: "FR" | "US";
  latitude: number;
  longitude: number;
}

const frenchTowns = `
Paris|75001|48.8566|2.3522
Marseille|13001|43.2965|5.3698
Lyon|69001|45.7640|4.8357
Toulouse|31000|43.6045|1.4440
Nice|06000|43.7034|7.2663
Nantes|44000|47.2184|-1.5536
Montpellier|34000|43.6119|3.8772
Strasbourg|67000|48.5734|7.7521
Bordeaux|33000|44.8378|-0.5792
Lille|59000|50.6292|3.0573
Rennes|35000|48.1113|-1.6800
Toulon|83000|43.1242|5.9280
Reims|51100|49.2583|4.0317
Saint-Étienne|42000|45.4397|4.3872
Le Havre|76600|49.4944|0.1079
Villeurbanne|69100|45.7719|4.8902
Dijon|21000|47.3220|5.0415
Angers|49000|47.4784|-0.5632
Grenoble|38000|45.1885|5.7245
Saint-Denis|97400|-20.8789|55.4481
Nîmes|30000|43.8367|4.3601
Aix-en-Provence|13090|43.5297|5.4474
Clermont-Ferrand|63000|45.7772|3.0870
Le Mans|72000|48.0061|0.1996
Brest|29200|48.3904|-4.4861
Tours|37000|47.3941|0.6848
Amiens|80000|49.8941|2.2958
Annecy|74000|45.8992|6.1294
Limoges|87000|45.8336|1.2611
Metz|57000|49.1193|6.1757
Perpignan|66000|42.6887|2.8948
Besançon|25000|47.2378|6.0241
Orléans|45000|47.9029|1.9093
Rouen|76000|49.4432|1.0993
Mulhouse|68100|47.7508|7.3359
Caen|14000|49.1829|-0.3707
Nancy|54000|48.6921|6.1844
Avignon|84000|43.9493|4.8055
Poitiers|86000|46.5802|0.3404
La Rochelle|17000|46.1603|-1.1511
Pau|64000|43.2951|-0.3708
Vénissieux|69200|45.6970|4.8860
Cannes|06400|43.5528|7.0174
Calais|62100|50.9513|1.8587
Fort-de-France|97200|14.6161|-61.0588
Les Abymes|97139|16.2708|-61.5047
Pointe-à-Pitre|97110|16.2411|-61.5331
Cayenne|97300|4.9224|-52.3135
Mamoudzou|97600|-12.7806|45.2278
Ajaccio|20000|41.9192|8.7386
Bastia|20200|42.6973|9.4509
Chambéry|73000|45.5646|5.9178
Valence|26000|44.9334|4.8924
Bourg-en-Bresse|01000|46.2052|5.2255
Vichy|03200|46.1278|3.4260
Troyes|10000|48.2973|4.0744
Lorient|56100|47.7486|-3.3664
Quimper|29000|47.9960|-4.1024
Saint-Malo|35400|48.6493|-2.0257
Bayonne|64100|43.4929|-1.4748
Vannes|56000|47.6582|-2.7608
Colmar|68000|48.0794|7.3585
Caluire-et-Cuire|69300|45.7953|4.8472
Bron|69500|45.7386|4.9131
Vaulx-en-Velin|69120|45.7768|4.9186
Saint-Priest|69800|45.6964|4.9440
Écully|69130|45.7743|4.7776
Tassin-la-Demi-Lune|69160|45.7640|4.7800
Oullins-Pierre-Bénite|69600|45.7150|4.8080
Villefranche-sur-Saône|69400|45.9895|4.7184
Givors|69700|45.5905|4.7686
Décines-Charpieu|69150|45.7690|4.9590
`;

const americanTowns = `
New York|NY|10001|40.7128|-74.0060
Los Angeles|CA|90012|34.0522|-118.2437
Chicago|IL|60601|41.8781|-87.6298
Houston|TX|77002|29.7604|-95.3698
Phoenix|AZ|85004|33.4484|-112.0740
Philadelphia|PA|19103|39.9526|-75.1652
San Antonio|TX|78205|29.4241|-98.4936
San Diego|CA|92101|32.7157|-117.1611
Dallas|TX|75201|32.7767|-96.7970
Austin|TX|78701|30.2672|-97.7431
San Francisco|CA|94103|37.7749|-122.4194
Columbus|OH|43215|39.9612|-82.9988
Seattle|WA|98101|47.6062|-122.3321
Denver|CO|80202|39.7392|-104.9903
Washington|DC|20001|38.9072|-77.0369
Boston|MA|02108|42.3601|-71.0589
Cambridge|MA|02139|42.3736|-71.1097
Detroit|MI|48226|42.3314|-83.0458
Portland|OR|97204|45.5152|-122.6784
Las Vegas|NV|89101|36.1699|-115.1398
Atlanta|GA|30303|33.7490|-84.3880
Miami|FL|33130|25.7617|-80.1918
Minneapolis|MN|55401|44.9778|-93.2650
New Orleans|LA|70112|29.9511|-90.0715
Salt Lake City|UT|84101|40.7608|-111.8910
Anchorage|AK|99501|61.2181|-149.9003
Honolulu|HI|96813|21.3069|-157.8583
`;

const parseLines = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => line.split("|"));

export const towns: Town[] = [
  ...parseLines(frenchTowns).map(([name = "", postalCode = "", latitude, longitude]) => ({
    name,
    postalCode,
    countryCode: "FR" as const,
    latitude: Number(latitude),
    longitude: Number(longitude),
  })),
  ...parseLines(americanTowns).map(([name = "", state = "", postalCode = "", latitude, longitude]) => ({
    name,
    state,
    postalCode,
    countryCode: "US" as const,
    latitude: Number(latitude),
    longitude: Number(longitude),
  })),
];
