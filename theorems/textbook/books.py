"""Where the lemmas are proved."""

VILLANI = "Villani 2009"
SANTAMBROGIO = "Santambrogio 2015"
PANARETOS = "Panaretos and Zemel 2020"
BICKEL = "Bickel and Freedman 1981"
GIBBS = "Gibbs and Su 2002"
HUBER = "Huber 1981"
ERVEN = "van Erven and Harremoes 2014"
MIRONOV = "Mironov 2017"
COVER = "Cover and Thomas 2006"
TSYBAKOV = "Tsybakov 2009"

BOOKS = (
    "C. Villani: Optimal Transport, Old and New, 2009",
    "F. Santambrogio: Optimal Transport for Applied Mathematicians, 2015",
    "V. M. Panaretos, Y. Zemel: An Invitation to Statistics in Wasserstein Space, 2020",
    "P. J. Bickel, D. A. Freedman: Some Asymptotic Theory for the Bootstrap, Annals of Statistics 9, 1981",
    "A. L. Gibbs, F. E. Su: On Choosing and Bounding Probability Metrics, International Statistical Review 70, 2002",
    "P. J. Huber: Robust Statistics, 1981",
    "T. van Erven, P. Harremoes: Renyi Divergence and Kullback-Leibler Divergence, IEEE Transactions on Information Theory 60, 2014, doi:10.1109/TIT.2014.2320500",
    "I. Mironov: Renyi Differential Privacy, IEEE CSF 2017, doi:10.1109/CSF.2017.11",
    "T. M. Cover, J. A. Thomas: Elements of Information Theory, second edition, 2006",
    "A. B. Tsybakov: Introduction to Nonparametric Estimation, 2009",
)
