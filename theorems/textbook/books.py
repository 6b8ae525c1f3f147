"""Where the lemmas are proved."""

VILLANI = "Villani 2009"
SANTAMBROGIO = "Santambrogio 2015"
PANARETOS = "Panaretos and Zemel 2020"
BICKEL = "Bickel and Freedman 1981"
GIL = "Gil, Alajaji and Linder 2013"
GORDON = "Gordon 1941"
CORMEN = "Cormen, Leiserson, Rivest and Stein 2009"
GIBBS = "Gibbs and Su 2002"
HUBER = "Huber 1981"
ERVEN = "van Erven and Harremoes 2014"
MIRONOV = "Mironov 2017"
COVER = "Cover and Thomas 2006"
TSYBAKOV = "Tsybakov 2009"
LINDVALL = "Lindvall 1992"
REISS = "Reiss 1989"
LIN = "Lin 1991"
ENDRES = "Endres and Schindelin 2003"
CSISZAR = "Csiszar 1967"
DWORK = "Dwork and Roth 2014"
VADHAN = "Vadhan 2017"
BALLE = "Balle, Barthe and Gaboardi 2018"
PROFILES = "Balle, Barthe and Gaboardi 2020"
KAIROUZ = "Kairouz, Oh and Viswanath 2015"
BUN = "Bun and Steinke 2016"
CANONNE = "Canonne, Kamath and Steinke 2020"
BOOSTING = "Dwork, Rothblum and Vadhan 2010"
DURFEE = "Dong, Durfee and Rogers 2020"
GDP = "Dong, Roth and Su 2022"
ITERATION = "Feldman, Mironov, Talwar and Thakurta 2018"
MCSHERRY = "McSherry 2009"
STRASSEN = "Strassen 1965"
DURRETT = "Durrett 2019"
BOUCHERON = "Boucheron, Lugosi and Massart 2013"
HARDY = "Hardy, Littlewood and Polya 1952"
FELLER = "Feller 1968"
ROBBINS = "Robbins 1955"
GRAHAM = "Graham, Knuth and Patashnik 1994"
ABRAMOWITZ = "Abramowitz and Stegun 1964"
KALLENBERG = "Kallenberg 2002"
HORN = "Horn and Johnson 2013"

BOOKS = (
    "C. Villani: Optimal Transport, Old and New, 2009",
    "F. Santambrogio: Optimal Transport for Applied Mathematicians, 2015",
    "V. M. Panaretos, Y. Zemel: An Invitation to Statistics in Wasserstein Space, 2020",
    "P. J. Bickel, D. A. Freedman: Some Asymptotic Theory for the Bootstrap, Annals of Statistics 9, 1981",
    "A. L. Gibbs, F. E. Su: On Choosing and Bounding Probability Metrics, International Statistical Review 70, 2002",
    "P. J. Huber: Robust Statistics, 1981",
    "T. van Erven, P. Harremoes: Renyi Divergence and Kullback-Leibler Divergence, IEEE Transactions on Information Theory 60, 2014, doi:10.1109/TIT.2014.2320500",
    "I. Mironov: Renyi Differential Privacy, IEEE CSF 2017, doi:10.1109/CSF.2017.11",
    "M. Gil, F. Alajaji, T. Linder: Renyi Divergence Measures for Commonly Used Univariate Continuous Distributions, Information Sciences 249, 2013",
    "R. D. Gordon: Values of Mills' Ratio of Area to Bounding Ordinate, Annals of Mathematical Statistics 12, 1941",
    "T. H. Cormen, C. E. Leiserson, R. L. Rivest, C. Stein: Introduction to Algorithms, third edition, 2009",
    "T. M. Cover, J. A. Thomas: Elements of Information Theory, second edition, 2006",
    "A. B. Tsybakov: Introduction to Nonparametric Estimation, 2009",
    "T. Lindvall: Lectures on the Coupling Method, 1992",
    "R.-D. Reiss: Approximate Distributions of Order Statistics, 1989",
    "J. Lin: Divergence Measures Based on the Shannon Entropy, IEEE Transactions on Information Theory 37, 1991, doi:10.1109/18.61115",
    "D. M. Endres, J. E. Schindelin: A New Metric for Probability Distributions, IEEE Transactions on Information Theory 49, 2003, doi:10.1109/TIT.2003.813506",
    "I. Csiszar: Information-Type Measures of Difference of Probability Distributions, Studia Scientiarum Mathematicarum Hungarica 2, 1967",
    "C. Dwork, A. Roth: The Algorithmic Foundations of Differential Privacy, 2014, doi:10.1561/0400000042",
    "S. Vadhan: The Complexity of Differential Privacy, 2017",
    "B. Balle, G. Barthe, M. Gaboardi: Privacy Amplification by Subsampling, NeurIPS 2018",
    "B. Balle, G. Barthe, M. Gaboardi: Privacy Profiles and Amplification by Subsampling, Journal of Privacy and Confidentiality 10, 2020",
    "P. Kairouz, S. Oh, P. Viswanath: The Composition Theorem for Differential Privacy, ICML 2015",
    "M. Bun, T. Steinke: Concentrated Differential Privacy, TCC 2016",
    "C. Canonne, G. Kamath, T. Steinke: The Discrete Gaussian for Differential Privacy, NeurIPS 2020",
    "C. Dwork, G. Rothblum, S. Vadhan: Boosting and Differential Privacy, FOCS 2010",
    "J. Dong, D. Durfee, R. Rogers: Optimal Differential Privacy Composition for Exponential Mechanisms, ICML 2020",
    "J. Dong, A. Roth, W. Su: Gaussian Differential Privacy, Journal of the Royal Statistical Society B 84, 2022",
    "V. Feldman, I. Mironov, K. Talwar, A. Thakurta: Privacy Amplification by Iteration, FOCS 2018, doi:10.1109/FOCS.2018.00056",
    "F. McSherry: Privacy Integrated Queries, SIGMOD 2009, doi:10.1145/1559845.1559850",
    "V. Strassen: The Existence of Probability Measures with Given Marginals, Annals of Mathematical Statistics 36, 1965",
    "R. Durrett: Probability, Theory and Examples, fifth edition, 2019",
    "S. Boucheron, G. Lugosi, P. Massart: Concentration Inequalities, 2013",
    "G. H. Hardy, J. E. Littlewood, G. Polya: Inequalities, second edition, 1952",
    "W. Feller: An Introduction to Probability Theory and Its Applications I, third edition, 1968",
    "H. Robbins: A Remark on Stirling's Formula, American Mathematical Monthly 62, 1955, doi:10.2307/2308012",
    "R. L. Graham, D. E. Knuth, O. Patashnik: Concrete Mathematics, second edition, 1994",
    "M. Abramowitz, I. A. Stegun: Handbook of Mathematical Functions, 1964",
    "O. Kallenberg: Foundations of Modern Probability, second edition, 2002",
    "R. A. Horn, C. R. Johnson: Matrix Analysis, second edition, 2013",
)
